package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.proof.ByteSearch;
import dev.goldenrod.masking.proof.SignedAttestation;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a masked import of a shop with many kinds of tables, by the rules that a plan proposes. */
@Tag("slow")
class MaskedShopTest {
  private static final UUID ID = UUID.fromString("11111111-2222-3333-4444-666666666666");
  private static final String DATABASE = "shop";

  @TempDir static Path folder;
  private static ImportEnvironment machine;
  private static TestSource source;
  private static ImportObservation end;
  private static TestPostgres clone;

  @BeforeAll
  static void import_once() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder);
    source.create(DATABASE, "masked-shop.sql");
    String rules =
        machine
            .imports
            .masking()
            .plan(source.connection(DATABASE))
            .replaceFirst(
                "(?m)^      code: .*$", "      code: {keep: public codes, type: character(2)}");
    end =
        machine.run(new ImportSpec(ID, "shop", 3, source.connection(DATABASE), "").maskedBy(rules));
    assertThat(end.message()).isEmpty();
    clone = machine.start(VolumeNames.golden(ID));
  }

  @AfterAll
  static void end_everything() {
    if (source != null) {
      source.close();
    }
    machine.close();
  }

  @Test
  void joins_over_masked_keys_have_the_rows_of_the_source() throws SQLException {
    for (String query :
        List.of(
            "SELECT count(*) FROM shop.customer c JOIN shop.account a ON a.customer_email = c.email",
            "SELECT count(*) FROM shop.account a JOIN shop.login_event e USING (login)",
            "SELECT count(*) FROM shop.orders o JOIN shop.customer c ON c.id = o.customer",
            "SELECT count(*) FROM shop.orders o JOIN shop.order_line l ON (l.order_id, l.order_day) = (o.id, o.day)",
            "SELECT count(*) FROM ONLY shop.address",
            "SELECT count(*) FROM shop.delivery_address",
            "SELECT count(*) FROM shop.region_visit",
            "SELECT count(DISTINCT email) FROM shop.customer",
            "SELECT sum(n) FROM shop.spending",
            "SELECT count(*) FROM shop.big_spending",
            "SELECT count(*) FROM shop.payment p JOIN shop.customer c ON c.id = p.customer",
            "SELECT count(*) FROM shop.ticket",
            "SELECT count(*) FROM shop.cart",
            "SELECT string_agg(code, ',' ORDER BY code) FROM shop.country")) {
      try (Connection there = source.connect(DATABASE);
          Connection here = machine.login(clone, DATABASE)) {
        assertThat(Sql.texts(here, query)).as(query).isEqualTo(Sql.texts(there, query));
      }
    }
  }

  @Test
  void no_original_is_in_a_file_of_the_golden() throws Exception {
    List<String> originals = new ArrayList<>();
    try (Connection there = source.connect(DATABASE)) {
      for (String column :
          List.of(
              "customer.email",
              "customer.given_name",
              "customer.family_name",
              "customer.phone",
              "customer.full_name",
              "account.login",
              "orders.note",
              "address.street",
              "delivery_address.hint",
              "newsletter.address",
              "payment.iban",
              "ticket.body",
              "audit_log.entry")) {
        String[] names = column.split("\\.");
        originals.addAll(
            Sql.texts(
                there,
                "SELECT %s::text FROM shop.%s ORDER BY 1 LIMIT 100".formatted(names[1], names[0])));
      }
    }
    originals.addAll(
        List.of("secretnick17", "origtag17", "0170-orig-17", "jsonoriginal17", "originalperson"));
    assertThat(originals).hasSizeGreaterThan(1000);
    ByteSearch search =
        ByteSearch.of(
            originals.stream()
                .map(text -> text.replace("\\", "").split("\n")[0])
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList());
    try (Stream<Path> files = Files.walk(machine.volumes.path(VolumeNames.golden(ID)))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (InputStream content = Files.newInputStream(file)) {
          assertThat(search.search(content))
              .as(file.toString())
              .extracting(match -> originals.get(match.pattern()))
              .isEmpty();
        }
      }
    }
    assertThat(end.warnings().toString()).doesNotContain("Orig", "real-shop");
  }

  @Test
  void the_attestation_is_signed_and_counts_what_was_checked() {
    SignedAttestation signed = SignedAttestation.parse(end.result().attestation());

    assertThat(signed.isSignedBy(machine.secrets.masking().signingKeys().getPublic())).isTrue();
    assertThat(signed.attestation().subject()).isEqualTo("shop@3");
    assertThat(signed.attestation().isPassed()).isTrue();
    assertThat(signed.attestation().keyId()).isEqualTo(machine.secrets.masking().maskingKey().id());
    assertThat(signed.attestation().coverage().masked()).isGreaterThan(20);
    assertThat(signed.attestation().checks())
        .extracting(check -> check.name())
        .containsExactly("masked-values", "originals-lookup", "detectors", "canary-search");
  }
}
