package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testing.FakeDataPlane;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteMaskingTest {
  private static final SourceConnection SOURCE =
      new SourceConnection("db", 5432, "shop", "reader", "", "shop");

  private final FakeDataPlane behind = new FakeDataPlane();
  private final ImportSpec spec =
      new ImportSpec(UUID.randomUUID(), "shop", 1, SOURCE, "").maskedBy("version: 1");

  @AfterEach
  void close() {
    behind.close();
  }

  @Test
  void an_agent_plans_checks_and_previews() {
    MaskingFinding finding = new MaskingFinding("public.a.b", "no rule\u001b[31m", "b: {}", true);
    behind.findInMaskingRules(List.of(finding));
    try (Pipe pipe = Pipe.to(behind)) {
      MaskingTools tools = pipe.plane().masking().orElseThrow();

      assertThat(tools.plan(SOURCE)).contains("public.customer:\n");
      assertThat(tools.check(SOURCE, "version: 1"))
          .containsExactly(new MaskingFinding("public.a.b", "no rule [31m", "b: {}", true));
      assertThat(tools.preview(SOURCE, "version: 1", "public.customer").before())
          .containsExactly(List.of("1", "ann@example.com"));
    }
  }

  @Test
  void rules_get_to_the_agent_and_the_attestation_comes_back() {
    try (Pipe pipe = Pipe.to(behind)) {
      for (ImportPhase step :
          List.of(
              ImportPhase.PROBING,
              ImportPhase.PROVISIONING,
              ImportPhase.IMPORTING,
              ImportPhase.SNAPSHOTTING)) {
        pipe.plane().imports().ensure(spec, step);
      }

      assertThat(behind.maskingRulesOf(spec.id())).contains("version: 1");
      assertThat(
              pipe.plane()
                  .imports()
                  .observe(spec.id(), ImportPhase.SNAPSHOTTING)
                  .result()
                  .attestation())
          .contains("\"subject\":\"shop@1\"");
    }
  }

  @Test
  void an_agent_that_cannot_mask_gets_no_import_with_rules() {
    behind.supportMasking(false);
    try (Pipe pipe = Pipe.to(behind)) {
      assertThat(pipe.plane().masking()).isEmpty();
      assertThatThrownBy(() -> pipe.plane().imports().ensure(spec, ImportPhase.PROBING))
          .isInstanceOf(DataPlaneException.class)
          .hasMessage(MaskingTools.UNSUPPORTED);
      assertThat(behind.ensuredSteps(spec.id())).isEmpty();
    }
  }
}
