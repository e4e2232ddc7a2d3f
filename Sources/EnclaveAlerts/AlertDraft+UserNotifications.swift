import UserNotifications

extension AlertDraft {
    /// Writes the draft into a notification's content; what the draft does not speak of stays as it is.
    public func write(into content: UNMutableNotificationContent) {
        content.title = title
        content.body = body
        content.categoryIdentifier = category.id
        content.threadIdentifier = thread
        content.relevanceScore = relevance
        content.interruptionLevel = isSilent ? .passive : isUrgent ? .timeSensitive : .active
        content.sound = isSilent ? nil : .default
        var info = content.userInfo
        for (key, value) in userInfo { info[key] = value }
        content.userInfo = info
    }
}

extension AlertCategory {
    /// The category as the system wants it. Everything that changes something asks for the device to be unlocked.
    public var systemCategory: UNNotificationCategory {
        UNNotificationCategory(
            identifier: id, actions: actions.enumerated().map { systemAction($0.element, at: $0.offset) },
            intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: words.generic(.ask), options: [])
    }

    private func systemAction(_ action: Action, at index: Int) -> UNNotificationAction {
        switch action {
        case .option(let label):
            UNNotificationAction(
                identifier: AlertReply.actionId(option: index), title: label, options: [.authenticationRequired])
        case .reply:
            UNTextInputNotificationAction(
                identifier: AlertReply.replyAction, title: words.reply, options: [.authenticationRequired],
                textInputButtonTitle: words.send, textInputPlaceholder: words.placeholder)
        case .open:
            UNNotificationAction(identifier: AlertReply.openAction, title: words.open, options: [.foreground])
        }
    }
}
