// error: must be unwrapped
import ImageIO

func source(_ data: Data) -> CGImageSource { CGImageSourceCreateWithData(data as CFData, nil) }
