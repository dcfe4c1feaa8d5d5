package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;
import java.time.Duration;

record RemoteSources(AgentCalls calls) implements SourceTools {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int MOST_WARNINGS = 1_000;

  @Override
  public SourceCheck check(SourceConnection source) {
    SourceCheck reported = calls.callForResult(Methods.CHECK_SOURCE, source, TIMEOUT);
    return new SourceCheck(
        PeerText.sanitize(reported.version()),
        reported.sizeBytes(),
        reported.tables(),
        reported.warnings().stream().limit(MOST_WARNINGS).map(PeerText::sanitize).toList());
  }
}
