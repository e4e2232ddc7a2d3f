// error: must be unwrapped
import VisionKit

func text(_ code: RecognizedItem.Barcode) -> String { code.payloadStringValue }
