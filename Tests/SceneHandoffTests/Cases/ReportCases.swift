import OrielGeometry
import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// A player's report, computed from its session's report.
@Suite struct ReportCases {
    private func report(
        _ state: PictureInPictureTransitionState, isSuspended: Bool = false
    ) -> PictureInPictureSession.Report {
        var report = PictureInPictureSession().report
        report.state = state
        report.isSuspended = isSuspended
        report.isCall = true
        report.canRestore = true
        report.isReady = true
        report.mode = .fullScreen(output: "HEADLESS-1")
        return report
    }

    @Test(arguments: [
        (PictureInPictureTransitionState.idle, false, PlayerReport.SlotUse.none), (.requesting, false, .none),
        (.starting, false, .starting), (.active, false, .active), (.active, true, .suspended),
        (.restoring, false, .leaving), (.stopping, false, .leaving),
    ])
    func theSlotIsWhatTheSessionMakesOfIt(
        state: PictureInPictureTransitionState, isSuspended: Bool, use: PlayerReport.SlotUse
    ) {
        let told = PlayerReport(
            report(state, isSuspended: isSuspended), window: .window(nil), placement: Samples.placement,
            focusTime: .seconds(1))
        #expect(
            told
                == PlayerReport(
                    mode: .fullScreen(output: "HEADLESS-1"), slot: use, placement: Samples.placement, canRestore: true,
                    canFloat: true, focusTime: .seconds(1), isCall: true, ownsWindow: true))
    }

    @Test func withoutASessionItNeitherFloatsNorComesBack() {
        let window = WindowMode.window(.init(width: 640, height: 360))
        #expect(
            PlayerReport(nil, window: window, focusTime: .seconds(1))
                == PlayerReport(mode: window, canRestore: false, canFloat: false, focusTime: .seconds(1)))
    }
}
