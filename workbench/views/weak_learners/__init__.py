"""What each round learned: trees and facts."""
