import EnclaveAlerts

/// The class the system makes for a push; what it does is in the package, where it can be tested.
final class NotificationService: AlertService {}
