// Nothing of it is used so far; the name is enough.
@_exported import CoreGraphics
