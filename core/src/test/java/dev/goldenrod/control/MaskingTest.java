package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.source.MaskingRuleSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class MaskingTest extends MaskingFixture {
  @Test
  void an_import_uses_the_rules_of_its_start_and_its_version_keeps_the_attestation() {
    UUID source = source();
    put(source, RULES);
    dataPlane.holdImports();
    ImportJob job = start(source);
    settle();
    put(source, RULES + "# changed");
    dataPlane.releaseImports();
    settle();

    assertThat(find(job).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(find(job).maskingVersion()).isEqualTo(1);
    assertThat(dataPlane.maskingRulesOf(job.id())).contains(RULES);
    assertThat(control.goldens().attestation(admin, job.goldenId(), 1))
        .contains("\"subject\":\"shop@1\"", "\"signature\":");
  }

  @Test
  void an_import_without_rules_has_no_attestation() {
    UUID golden = imported(source());

    assertThatThrownBy(() -> control.goldens().attestation(admin, golden, 1))
        .hasMessageContaining("does not exist");
  }

  @Test
  void a_data_plane_that_ignores_the_rules_fails_the_import_and_leaves_nothing() {
    UUID source = source();
    put(source, RULES);
    dataPlane.ignoreMasking();
    ImportJob job = start(source);
    settle();

    assertThat(find(job).phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(find(job).status().message()).startsWith("the data plane did not attest");
    assertThat(dataPlane.inventory().handles()).isEmpty();
    assertThat(control.goldens().versions(admin, job.goldenId())).isEmpty();
  }

  @Test
  void a_data_plane_that_cannot_mask_is_not_asked_to_import() {
    UUID source = source();
    put(source, RULES);
    dataPlane.supportMasking(false);
    ImportJob job = start(source);
    settle();

    assertThat(find(job).status().message()).isEqualTo(MaskingTools.UNSUPPORTED);
    assertThat(dataPlane.maskingRulesOf(job.id())).isEmpty();
  }

  @Test
  void rules_have_versions_and_equal_rules_make_none() {
    UUID source = source();
    put(source, RULES);
    put(source, RULES);
    MaskingRuleSet second =
        control.masking().put(admin, new Masking.Put(source, RULES + "# more", 1));

    assertThat(second.version()).isEqualTo(2);
    assertThat(control.masking().find(admin, source)).isEqualTo(second);
    assertThat(control.masking().versions(admin, source))
        .extracting(MaskingRuleSet.Header::version)
        .containsExactly(2, 1);
    assertThat(second.createdBy()).isEqualTo("admin@localhost");
    assertThatThrownBy(() -> control.masking().put(admin, new Masking.Put(source, "version: 2", 1)))
        .hasMessageStartingWith("the source's masking rules have version 2, not 1");
    assertThat(audited()).contains("masking.set", "masking.read");
  }

  @Test
  void every_problem_of_rules_has_its_place() {
    UUID source = source();

    assertThatThrownBy(() -> put(source, "x"))
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused ->
                assertThat(refused.invalidInputs())
                    .extracting(InvalidInput::problem)
                    .containsExactly(
                        "line 1, column 1: 'version' is missing; add version: 1",
                        "line 2, column 5: unknown key 'x'"));
    assertThatThrownBy(() -> put(source, " ")).hasMessage("rules must not be empty");
    assertThatThrownBy(() -> put(source, "version".repeat(100_000)))
        .hasMessageStartingWith("rules has 700000 characters");
    assertThatThrownBy(() -> put(UUID.randomUUID(), RULES)).hasMessageStartingWith("source ");
  }

  @Test
  void tools_read_the_source_and_are_audited() throws Exception {
    UUID source = source();
    put(source, RULES);
    MaskingFinding missing =
        new MaskingFinding("public.customer.phone", "has no rule", "phone: {mask: phone}", true);
    dataPlane.findInMaskingRules(List.of(missing));

    assertThat(control.masking().plan(admin, source).get()).contains("public.customer");
    assertThat(control.masking().check(admin, source, null).get().isComplete()).isFalse();
    assertThat(control.masking().check(admin, source, "version: 3").get().findings())
        .containsExactly(
            new MaskingCheck.Finding(
                missing.path(), missing.message(), missing.linesToAdd(), true));
    assertThat(control.masking().preview(admin, source, "public.customer").get().after())
        .containsExactly(List.of("1", "k3x9@example.invalid"));
    assertThatThrownBy(() -> control.masking().preview(admin, source, "none").join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("the source has no table 'none'");
    assertThat(audited()).contains("masking.planned", "masking.checked", "masking.previewed");
    ImportJob job = start(source);
    settle();
    assertThat(find(job).status().message()).isEqualTo("has no rule");
  }

  @Test
  void operators_set_rules_and_admins_alone_see_rows() {
    UUID source = source();
    put(source, RULES);
    Actor operator = new Actor(admin.userId(), admin.orgId(), Role.OPERATOR);
    Actor user = new Actor(admin.userId(), admin.orgId(), Role.USER);

    assertThat(control.masking().find(operator, source).rules()).isEqualTo(RULES);
    ControlFixture.assertRefused(
        ErrorCode.FORBIDDEN, () -> control.masking().preview(operator, source, "public.customer"));
    ControlFixture.assertRefused(ErrorCode.FORBIDDEN, () -> control.masking().find(user, source));
    ControlFixture.assertRefused(
        ErrorCode.FORBIDDEN, () -> control.masking().versions(user, source));
    ControlFixture.assertRefused(
        ErrorCode.FORBIDDEN, () -> control.masking().put(user, new Masking.Put(source, "v", null)));
    ControlFixture.assertRefused(ErrorCode.FORBIDDEN, () -> control.masking().plan(user, source));
    ControlFixture.assertRefused(
        ErrorCode.FORBIDDEN, () -> control.masking().check(user, source, null));
  }

  @Test
  void a_program_without_a_validator_says_what_is_missing() {
    try (ControlPlane bare = ControlPlane.builder().store(store).build()) {
      UUID source = source();

      assertThatThrownBy(() -> bare.masking().put(admin, new Masking.Put(source, RULES, null)))
          .hasMessageContaining("ControlPlane.builder().maskingRules(…)");
    }
  }
}
