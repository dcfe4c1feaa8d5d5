package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.MaskingRulesValidator.Problem;
import dev.goldenrod.source.MaskingRuleSet;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A control plane that accepts rules which begin with {@code version}. */
abstract class MaskingFixture {
  static final String RULES = "version: 1\ntables: {}\n";

  final InMemoryStore store = new InMemoryStore();
  final FakeDataPlane dataPlane = new FakeDataPlane();
  final ControlPlane control =
      ControlPlane.builder()
          .store(store)
          .dataPlane(dataPlane)
          .clock(new MutableClock())
          .settings(settings())
          .maskingRules(MaskingFixture::problems)
          .build();
  final Actor admin = control.admin();

  Settings settings() {
    return Settings.DEFAULTS;
  }

  private static List<Problem> problems(String rules) {
    return rules.startsWith("version")
        ? List.of()
        : List.of(
            new Problem(1, 1, "'version' is missing; add version: 1"),
            new Problem(2, 5, "unknown key 'x'"));
  }

  @AfterEach
  void close() {
    control.close();
    dataPlane.close();
    store.close();
  }

  UUID source() {
    return source(null);
  }

  UUID source(@Nullable Object sensitive) {
    Map<String, @Nullable Object> config = new LinkedHashMap<>();
    config.put("host", "db");
    config.put("dbname", "shop");
    config.put("sensitive", sensitive);
    return control
        .sources()
        .create(admin, new Sources.Create(SourceKind.RDS, config, "credentials"))
        .id();
  }

  MaskingRuleSet put(UUID source, String rules) {
    return control.masking().put(admin, new Masking.Put(source, rules, null));
  }

  ImportJob start(UUID source) {
    return control.imports().start(admin, new Imports.Start(source, "shop", null));
  }

  ImportJob find(ImportJob job) {
    return control.imports().find(admin, job.id());
  }

  /** Imports the source into golden {@code shop}, and returns the golden's id. */
  UUID imported(UUID source) {
    ImportJob job = start(source);
    settle();
    assertThat(find(job).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    return job.goldenId();
  }

  void settle() {
    int reconciled = control.runDueOnce();
    while (reconciled > 0) {
      reconciled = control.runDueOnce();
    }
  }

  List<String> audited() {
    return control.auditLog().list(admin, 100, null).stream().map(AuditEvent::action).toList();
  }
}
