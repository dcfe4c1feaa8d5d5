package dev.goldenrod.testing;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.MaskingPreview;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The masking tools of a {@link FakeDataPlane}. Guarded by the data plane's lock. */
final class FakeMasking {
  static final String PLAN =
      """
      version: 1
      tables:
        public.customer:
          columns:
            id: {keep: "identifies no person"}
            email: {mask: email}
      """;

  private static final List<String> COLUMNS = List.of("id", "email");

  private boolean supported = true;
  private List<MaskingFinding> findings = List.of();

  boolean isSupported() {
    return supported;
  }

  void supported(boolean wanted) {
    supported = wanted;
  }

  void findings(List<MaskingFinding> next) {
    findings = List.copyOf(next);
  }

  List<MaskingFinding> check() {
    return findings;
  }

  static MaskingPreview preview(String table) {
    if (!table.equals("public.customer")) {
      throw new DataPlaneException("the source has no table '" + table + "'");
    }
    List<List<@Nullable String>> before = List.of(List.of("1", "ann@example.com"));
    List<List<@Nullable String>> after = List.of(List.of("1", "k3x9@example.invalid"));
    return new MaskingPreview(COLUMNS, before, after);
  }

  /** Returns why an import with rules fails; empty if the rules fit the source. */
  String problem() {
    return findings.stream()
        .filter(MaskingFinding::isError)
        .map(MaskingFinding::message)
        .findFirst()
        .orElse("");
  }
}
