package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.proof.SignedAttestation;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.MaskingFinding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A masked import of a large schema, and an adversary who has all that the import leaves. */
@Tag("slow")
class MaskedErpTest {
  private static final UUID ID = UUID.fromString("11111111-2222-3333-4444-777777777777");
  private static final String DATABASE = "erp";

  private static final String KEY =
      """
      SELECT string_agg(a.attname || '::text', '||' ORDER BY a.attnum) FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
       WHERE i.indisprimary AND i.indrelid = ?::regclass
      """;

  /** Each has as many rows in each group as in the source. */
  private static final List<String> JOINS =
      List.of(
          "erp.person p JOIN erp.account a ON a.email = p.email GROUP BY p.id",
          "erp.account a JOIN erp.login_event e USING (login) GROUP BY login",
          "erp.person p JOIN erp.account a USING (email) JOIN erp.login_event USING (login) GROUP BY email",
          "erp.newsletter n JOIN erp.person p ON p.email = n.address GROUP BY n.active",
          "erp.visit v JOIN erp.person p ON p.email = v.visitor GROUP BY v.visitor",
          "erp.event_log l JOIN erp.person p ON p.email = l.actor GROUP BY l.actor",
          "erp.orders o JOIN erp.order_line l ON (l.order_id, l.order_day) = (o.id, o.day) GROUP BY o.person_id, o.state",
          "erp.employment e JOIN erp.payroll p USING (company_id, person_id) GROUP BY p.month",
          "erp.company c JOIN erp.company parent ON parent.id = c.parent_id JOIN erp.country n ON n.code = c.country GROUP BY n.code, parent.id",
          "erp.department d JOIN erp.person head ON head.id = d.head_id JOIN erp.person p ON p.department_id = d.id GROUP BY d.id",
          "erp.address a JOIN erp.person p ON p.id = a.person_id GROUP BY a.tableoid::regclass, a.id % 7",
          "ONLY erp.address a JOIN erp.delivery_address d USING (person_id) GROUP BY person_id",
          "erp.web_session s JOIN erp.person p ON p.id = s.person_id GROUP BY s.token",
          "erp.segment one JOIN erp.segment two ON two.label = one.label GROUP BY one.area",
          "erp.spending s JOIN erp.person p ON p.email = s.email GROUP BY s.n",
          "erp.spending s JOIN erp.big_spending b USING (email) GROUP BY email",
          "erp.staff s JOIN erp.asset a ON a.owner = s.id GROUP BY s.company_id",
          "erp.vehicle v JOIN erp.vehicle_item i ON i.vehicle_id = v.id JOIN erp.vehicle_note n ON (n.vehicle_id, n.line) = (i.vehicle_id, i.line) JOIN erp.account a ON a.login = n.author GROUP BY a.email",
          "erp.product p JOIN erp.category c ON c.id = p.category JOIN erp.cart b ON b.product_id = p.id GROUP BY c.parent",
          "pagila.rental r JOIN pagila.inventory i USING (inventory_id) JOIN pagila.film_actor USING (film_id) GROUP BY actor_id",
          "pagila.payment p JOIN pagila.rental r USING (rental_id) JOIN pagila.customer c ON c.customer_id = r.customer_id GROUP BY c.email",
          "pagila.customer c JOIN pagila.address a USING (address_id) JOIN pagila.city USING (city_id) JOIN pagila.country USING (country_id) GROUP BY country",
          "pagila.store s JOIN pagila.staff m ON m.staff_id = s.manager_staff_id JOIN pagila.customer c ON c.store_id = s.store_id GROUP BY m.email",
          "pagila.film f JOIN pagila.film_category USING (film_id) JOIN pagila.category c USING (category_id) GROUP BY f.rating, category_id");

  @TempDir static Path folder;
  private static ImportEnvironment machine;
  private static TestSource source;
  private static ImportObservation end;
  private static TestPostgres clone;
  private static final LeakedCanaries CANARIES = new LeakedCanaries();

  @BeforeAll
  static void import_once() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder);
    source.create(DATABASE, "masked-erp.sql");
    source.run(DATABASE, "masked-pagila.sql");
    String rules =
        machine
            .imports
            .masking()
            .plan(source.connection(DATABASE))
            .replaceFirst(
                "(?m)^      code: .*$", "      code: {keep: public codes, type: character(2)}")
            .replaceFirst("(?m)^      room: .*$", "      room: {keep: rooms, type: int4range}")
            .replaceAll("(?m)^      (label|area): .*$", "      $1: {mask: hash, type: text}");
    assertThat(machine.imports.masking().check(source.connection(DATABASE), rules))
        .filteredOn(MaskingFinding::isError)
        .isEmpty();
    end = machine.run(new ImportSpec(ID, "erp", 1, source.connection(DATABASE), "", rules));
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
  void joins_over_masked_keys_have_the_groups_of_the_source() throws SQLException {
    assertThat(JOINS).hasSize(24);
    try (Connection there = source.connect(DATABASE);
        Connection here = machine.login(clone, DATABASE)) {
      for (String join : JOINS) {
        String query = "SELECT count(*) FROM %s ORDER BY 1".formatted(join);
        List<String> groups = Sql.texts(there, query);
        assertThat(groups).as(join).isNotEmpty().doesNotContain("0");
        assertThat(Sql.texts(here, query)).as(join).isEqualTo(groups);
      }
    }
  }

  @Test
  void a_masked_row_has_no_value_of_its_original() throws SQLException {
    try (Connection there = source.connect(DATABASE);
        Connection here = machine.login(clone, DATABASE)) {
      for (String column :
          List.of(
              "erp.person.birth_date",
              "erp.person.phone",
              "erp.person.last_ip",
              "erp.person.badge",
              "erp.person.token",
              "erp.person.home",
              "erp.payroll.iban",
              "erp.document.digest",
              "erp.company.vat_id",
              "pagila.address.phone",
              "pagila.customer.email")) {
        String name = column.substring(column.lastIndexOf('.') + 1);
        String table = column.substring(0, column.lastIndexOf('.'));
        String key = Sql.texts(there, KEY, table).get(0);
        String query =
            "SELECT %s || ' ' || %s::text FROM %s ORDER BY 1".formatted(key, name, table);
        assertThat(Sql.texts(here, query))
            .as(column)
            .hasSize(Sql.texts(there, query).size())
            .doesNotContainAnyElementsOf(Sql.texts(there, query));
      }
    }
  }

  @Test
  void the_source_has_ten_thousand_canaries_in_files_and_some_in_compressed_values_only()
      throws SQLException {
    source.execute(DATABASE, "CHECKPOINT");

    Set<String> plain = CANARIES.in(source.data());
    Set<String> compressed;
    try (Connection there = source.connect(DATABASE)) {
      compressed = CANARIES.compressedIn(source.data().resolve(folderOf(there)));
    }

    Set<String> all = new TreeSet<>(plain);
    all.addAll(compressed);
    assertThat(all).hasSizeGreaterThan(10_000);
    assertThat(LeakedCanaries.kinds(all)).containsAll(IntStream.range(0, 36).boxed().toList());
    compressed.removeAll(plain);
    assertThat(LeakedCanaries.kinds(compressed)).contains(14, 16);
  }

  @Test
  void no_canary_is_in_a_file_of_the_data_directory() throws SQLException {
    DataVolume golden = new DataVolume(machine.volumes.path(VolumeNames.golden(ID)));
    assertThat(CANARIES.in(machine.root.path())).isEmpty();
    try (Connection admin = clone.connectAsAdmin(DATABASE)) {
      assertThat(CANARIES.compressedIn(golden.data().resolve(folderOf(admin)))).isEmpty();
    }
  }

  private static String folderOf(Connection session) throws SQLException {
    return Sql.texts(
            session, "SELECT 'base/' || oid FROM pg_database WHERE datname = current_database()")
        .get(0);
  }

  @Test
  void no_canary_can_be_read_by_sql() throws SQLException {
    try (Connection session = machine.login(clone, DATABASE);
        Connection admin = clone.connectAsAdmin(DATABASE);
        Connection there = source.connect(DATABASE)) {
      LeakedCanaries.Readable known = CANARIES.readableBy(there);
      assertThat(known.canaries()).hasSizeGreaterThan(9000);
      for (Connection one : List.of(session, admin)) {
        LeakedCanaries.Readable readable = CANARIES.readableBy(one);
        assertThat(readable.relations()).isGreaterThan(200);
        assertThat(readable.canaries()).isEmpty();
      }
    }
  }

  @Test
  void no_canary_is_in_what_the_import_tells() {
    String told = end.result().attestation();

    assertThat(SignedAttestation.parse(told).attestation().isPassed()).isTrue();
    assertThat(CANARIES.in(told)).isEmpty();
    assertThat(end.warnings()).isNotEmpty();
    assertThat(CANARIES.in(String.join("\n", end.warnings()))).isEmpty();
  }

  @Test
  void what_is_not_rows_is_as_the_rules_say() throws SQLException {
    try (Connection here = clone.connectAsAdmin(DATABASE)) {
      assertThat(Sql.number(here, "SELECT count(*) FROM pg_largeobject_metadata")).isZero();
      assertThat(Sql.number(here, "SELECT count(*) FROM pg_statistic_ext")).isZero();
      assertThat(Sql.number(here, "SELECT count(*) FROM pg_foreign_server")).isZero();
      assertThat(Sql.number(here, "SELECT count(*) FROM pg_publication")).isZero();
      assertThat(
              Sql.number(
                  here,
                  "SELECT count(*) FROM pg_description WHERE objoid >= 16384 AND classoid <> 'pg_extension'::regclass"))
          .isZero();
      assertThat(Sql.number(here, "SELECT last_value FROM erp.invoice_no")).isEqualTo(1);
      assertThat(Sql.number(here, "SELECT nextval('erp.person_id_seq')")).isEqualTo(401);
      assertThat(Sql.texts(here, "SELECT enum_range(NULL::erp.state)::text"))
          .containsExactly("{open,done,cancelled}");
      assertThat(Sql.texts(here, "SELECT polname FROM pg_policy")).containsExactly("own");
    }
  }
}
