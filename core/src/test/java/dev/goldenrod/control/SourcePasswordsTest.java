package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.MaskingRuleSet;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.source.SourceKind;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class SourcePasswordsTest extends MaskingFixture {
  private static final String CANARY = "canary-7f3a";

  @Test
  void a_password_is_kept_for_one_host_port_database_and_user() {
    Source source = create("db", 5433, "reader");

    assertThat(source.scopedCredsRef()).matches("source-[0-9a-f]{32}");
    assertThat(source.cluster()).isNotEmpty();
    assertThat(dataPlane.passwordOf(connection(source, 5433, "reader"))).contains(CANARY);
    assertThat(SourcePasswords.isKept(source)).isTrue();
    assertThat(create("DB", 5433, "reader").scopedCredsRef()).isEqualTo(source.scopedCredsRef());
    assertThat(create("db", 5432, "reader").scopedCredsRef()).isNotEqualTo(source.scopedCredsRef());
    assertThat(create("db", 5433, "writer").scopedCredsRef()).isNotEqualTo(source.scopedCredsRef());
  }

  @Test
  void a_second_registration_replaces_the_password_and_returns_the_source() {
    Source source = create("db", 5433, "reader");

    assertThat(create("db", 5433, "reader")).isEqualTo(source);
    control.sourcePasswords().replace(admin, source.id(), "another");

    assertThat(dataPlane.passwordOf(connection(source, 5433, "reader"))).contains("another");
    assertThat(audited()).contains("source.created", "source.password.replaced");
    assertThat(control.auditLog().list(admin, 100, null).stream().map(AuditEvent::toString))
        .noneMatch(text -> text.contains(CANARY) || text.contains("another"));
    assertThat(source.toString()).doesNotContain(CANARY);
  }

  @Test
  void only_admins_give_passwords_and_only_to_data_planes_that_keep_them() {
    Actor operator = new Actor(admin.userId(), admin.orgId(), Role.OPERATOR);
    Source source = create("db", 5433, "reader");

    assertThatThrownBy(
            () ->
                control
                    .sourcePasswords()
                    .create(operator, command("db", 5433, "reader"), CANARY, Idempotency.none()))
        .isInstanceOf(ControlPlaneException.class)
        .hasMessageNotContaining(CANARY);
    assertThatThrownBy(() -> control.sourcePasswords().replace(operator, source.id(), CANARY))
        .isInstanceOf(ControlPlaneException.class);
    dataPlane.storePasswords(false);
    assertThatThrownBy(() -> create("db2", 5433, "reader"))
        .hasMessageContaining("not on the server's own machine")
        .hasMessageContaining("goldenrod secret put source-")
        .hasMessageNotContaining(CANARY);
  }

  @Test
  void what_a_password_would_be_bound_to_has_to_be_given() {
    assertThatThrownBy(() -> create("db", 5433, "")).hasMessageContaining("username must not be");
    assertThatThrownBy(() -> create("", 5433, "reader")).hasMessageContaining("host must not be");
    assertThatThrownBy(
            () ->
                control
                    .sourcePasswords()
                    .create(
                        admin, command("db", 5433, "reader"), CANARY + "\n", Idempotency.none()))
        .hasMessageContaining("none of them a line break")
        .hasMessageNotContaining(CANARY);
  }

  @Test
  void the_password_of_a_secret_by_name_is_not_replaced() {
    Source named =
        control
            .sources()
            .create(
                admin,
                new Sources.Create(
                    SourceKind.RDS, Map.of("host", "db", "dbname", "shop"), "shop-reader"));

    assertThatThrownBy(() -> control.sourcePasswords().replace(admin, named.id(), CANARY))
        .hasMessageContaining("is in the secret 'shop-reader'");
  }

  @Test
  void a_source_is_replaced_with_its_masking_rules() {
    Source source = create("db", 5433, "reader");
    put(source.id(), RULES);

    Source next =
        control
            .sources()
            .replace(
                admin,
                source.id(),
                new Sources.Create(source.kind(), Map.of("host", "db2", "dbname", "shop"), "s"));

    assertThat(control.sources().list(admin)).containsExactly(next);
    assertThat(control.masking().find(admin, next.id()))
        .extracting(MaskingRuleSet::version, MaskingRuleSet::rules)
        .containsExactly(1, RULES);
    dataPlane.holdImports();
    start(next.id());
    assertThatThrownBy(
            () -> control.sources().replace(admin, next.id(), command("db3", 1, "reader")))
        .hasMessageContaining("has 1 running imports");
    assertThat(control.sources().list(admin)).containsExactly(next);
  }

  @Test
  void a_check_reads_the_source_and_is_audited() throws Exception {
    Source source = create("db", 5433, "reader");

    SourceCheck check = control.sources().check(admin, source.id()).get();

    assertThat(check.version()).isEqualTo("17.2");
    assertThat(check.tables()).isEqualTo(12);
    assertThat(audited()).contains("source.checked");
    dataPlane.failSourceChecks("the source cannot be reached");
    assertThatThrownBy(() -> control.sources().check(admin, source.id()).join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT_BECAUSE))
        .hasMessageContaining("the source cannot be reached");
  }

  private Source create(String host, int port, String user) {
    return control
        .sourcePasswords()
        .create(admin, command(host, port, user), CANARY, Idempotency.none());
  }

  private static Sources.Create command(String host, int port, String user) {
    return new Sources.Create(
        SourceKind.RDS, Map.of("host", host, "port", port, "dbname", "shop", "username", user), "");
  }

  private static SourceConnection connection(Source source, int port, String user) {
    return new SourceConnection("db", port, "shop", user, "", source.scopedCredsRef());
  }
}
