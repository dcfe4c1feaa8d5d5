package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.MaskingFinding;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaskCommandTest {
  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server.write("masking.yaml", "version: 1\ntables: {}\n");
    server.write("broken.yaml", "tables: 7\n");
    server.type(
        "source",
        "add",
        "--host",
        "db.example",
        "--dbname",
        "shop",
        "--secret",
        "s",
        "--sensitive");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_sensitive_source_is_imported_once_it_has_rules_and_the_attestation_is_verified() {
    Result raw = server.type("import", "start", "shop");
    assertThat(raw.code()).isEqualTo(5);
    assertThat(raw.err()).contains("has no masking rules, which a sensitive source requires");
    assertThat(server.type("mask", "set", "shop", "masking.yaml").out())
        .contains("admin@localhost");
    assertThat(server.type("mask", "show", "shop").out()).isEqualTo("version: 1\ntables: {}\n");
    assertThat(server.type("import", "start", "shop").code()).isZero();

    Result verified = server.type("mask", "verify", "shop", "1");
    assertThat(verified.code()).as(verified.err()).isZero();
    assertThat(verified.out())
        .contains("shop@1", "canary-search", "0 originals found in all files of the volume");
    assertThat(server.type("golden", "versions", "shop", "-o", "csv").out()).contains(",yes,");
    Result other = server.type("mask", "verify", "shop", "1", "--signer", "0123456789abcdef");
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.err()).contains("not by 0123456789abcdef");
    assertThat(server.type("mask", "verify", "shop", "2").code()).isEqualTo(3);
  }

  @Test
  void problems_of_a_file_have_line_and_column() {
    Result refused = server.type("mask", "set", "shop", "broken.yaml");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("line 1, column 3: 'version' is missing");
    Result missing = server.type("mask", "set", "shop", "none.yaml");
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains("cannot read the rules file none.yaml");
  }

  @Test
  void a_check_prints_the_rules_to_add_and_fails() {
    server.dataPlane.findInMaskingRules(
        List.of(
            new MaskingFinding(
                "public.customer.phone", "phone has no rule", "      phone: {}", true),
            new MaskingFinding("public.old", "the table does not exist", null, false)));

    Result checked = server.type("mask", "check", "shop", "masking.yaml");

    assertThat(checked.code()).isEqualTo(1);
    assertThat(checked.out())
        .isEqualTo("# phone has no rule\n      phone: {}\n# warning: the table does not exist\n");
    assertThat(checked.err()).contains("1 rules are missing or do not fit");
  }

  @Test
  void rows_are_shown_on_a_terminal_only() {
    server.type("mask", "set", "shop", "masking.yaml");

    Result piped = server.type("mask", "preview", "shop", "public.customer");
    assertThat(piped.code()).isEqualTo(2);
    assertThat(piped.out()).isEmpty();
    assertThat(server.typeOnTerminal("", "mask", "preview", "shop", "public.customer").out())
        .contains("ann@example.com", "k3x9@example.invalid");
  }
}
