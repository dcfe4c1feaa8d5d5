package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Masking;
import dev.goldenrod.control.Sources;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.SourceKind;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MaskingPagesTest extends ConsoleFixture {
  private final UUID source =
      server
          .control
          .sources()
          .create(
              server.admin,
              new Sources.Create(
                  SourceKind.RDS, Map.of("host", "db", "dbname", "shop", "sensitive", true), "s"))
          .id();
  private final String path = "/sources/" + source + "/masking";

  @Test
  void an_operator_sets_proposed_rules_and_sees_who_set_them() {
    assertThat(browser.get("/sources").body()).contains(">sensitive</span>", path);
    assertThat(browser.get(path + "/plan").body())
        .contains("Proposed rules", "public.customer:", "Set the rules");

    set("version: 1\r\ntables: {}");

    assertThat(server.control.masking().find(server.admin, source).rules())
        .isEqualTo("version: 1\ntables: {}");
    assertThat(browser.get(path).body())
        .contains("Rules, version 1", "tables: {}", ServedConsole.ADMIN, "nobody can import it");
    assertThat(browser.sendFrom(path, path, "rules", "tables", "replaces", "1").body())
        .contains("line 1, column 3: 'version' is missing");
    server.member(ANN, Role.USER);
    assertThat(server.signedIn(ANN).get(path).statusCode()).isEqualTo(403);
  }

  @Test
  void long_rules_are_shown_without_a_form() {
    set("version: 1");
    server
        .control
        .masking()
        .put(server.admin, new Masking.Put(source, "version: 1\n# more".repeat(300), null));

    assertThat(browser.get(path).body())
        .contains("too long for a form", "goldenrod mask set " + source)
        .doesNotContain("Set the rules");
  }

  @Test
  void a_masked_version_shows_coverage_and_attestation() {
    set("version: 1");
    ImportJob job =
        server.control.imports().start(server.admin, new Imports.Start(source, "shop", null));
    server.work();
    String golden = "/goldens/" + job.goldenId();

    assertThat(browser.get(golden).body())
        .contains("1 columns masked, 1 kept, 0 dropped", golden + "/versions/1/attestation");
    assertThat(browser.get(golden + "/versions/1/attestation").body())
        .contains("Attestation of version 1", "canary-search", "goldenrod mask verify shop 1");
    assertThat(browser.get(golden + "/versions/x/attestation").statusCode()).isEqualTo(404);
    browser.sendFrom(golden, golden + "/masking", "required", "true");
    assertThat(browser.get(golden).body()).contains("Allow versions that are not masked");
    UUID clone =
        server
            .control
            .instances()
            .launch(server.admin, Instances.Launch.latest("shop", Ttl.parse("1h")))
            .id();
    assertThat(browser.get("/clones/" + clone).body()).contains("yes, with an attestation");
  }

  private void set(String rules) {
    assertThat(location(browser.sendFrom(path, path, "rules", rules, "replaces", "0")))
        .isEqualTo(path);
  }
}
