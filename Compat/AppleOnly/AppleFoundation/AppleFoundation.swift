// What Apple's Foundation has and the one for Linux has not; `check-apple-types` adds it wherever Foundation is imported.
@_exported import Foundation

// Core Foundation's types are classes of their own, bridged to these. The compiler knows that bridge on Apple's systems
// only; where `as` is concerned, the bridged class behaves the same.
public typealias CFDictionary = NSDictionary
public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32
// Apple: AutoreleasingUnsafeMutablePointer<NSError?>?
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Apple: a struct of the module ObjectiveC.
public struct Selector: Hashable, Sendable {
    public init(_ name: String) { fatalError() }
}

/// `#selector(…)` in the copies that are checked: that the method exists is proved, that it is `@objc` is not.
public func _selector<Method>(_ method: Method) -> Selector { fatalError() }

extension URL {
    public static var applicationSupportDirectory: URL { fatalError() }
    @discardableResult public func startAccessingSecurityScopedResource() -> Bool { fatalError() }
    public func stopAccessingSecurityScopedResource() { fatalError() }
}

extension FileManager {
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { fatalError() }
}
