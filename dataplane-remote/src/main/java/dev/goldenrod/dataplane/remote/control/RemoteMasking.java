package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.message.Parameters.CheckRules;
import dev.goldenrod.dataplane.remote.message.Parameters.PreviewTable;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.MaskingPreview;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.source.SourceConnection;
import java.time.Duration;
import java.util.List;

record RemoteMasking(AgentCalls calls) implements MaskingTools {
  /** Reading the catalogue and samples of a large source takes a while. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private static final int MOST_FINDINGS = 10_000;

  @Override
  public String plan(SourceConnection source) {
    return PeerText.sanitizeLines(calls.callForResult(Methods.PLAN_MASKING, source, TIMEOUT));
  }

  @Override
  public List<MaskingFinding> check(SourceConnection source, String rules) {
    return calls
        .callForResult(Methods.CHECK_MASKING, new CheckRules(source, rules), TIMEOUT)
        .stream()
        .limit(MOST_FINDINGS)
        .map(RemoteMasking::sanitize)
        .toList();
  }

  private static MaskingFinding sanitize(MaskingFinding reported) {
    String lines = reported.linesToAdd();
    return new MaskingFinding(
        PeerText.sanitize(reported.path()),
        PeerText.sanitize(reported.message()),
        lines == null ? null : PeerText.sanitizeLines(lines),
        reported.isError());
  }

  @Override
  public MaskingPreview preview(SourceConnection source, String rules, String table) {
    return calls.callForResult(
        Methods.PREVIEW_MASKING, new PreviewTable(source, rules, table), TIMEOUT);
  }
}
