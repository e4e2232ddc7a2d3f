// error: does not conform to protocol 'Shape'
import SwiftUI

struct Sample: Shape {}
