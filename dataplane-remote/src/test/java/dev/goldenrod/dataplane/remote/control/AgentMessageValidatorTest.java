package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.VersionRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentMessageValidatorTest {
  private static final UUID ID = UUID.randomUUID();
  private static final Credentials SOUND =
      Credentials.of("postgresql", "h", 5432, "d b", "ü", "p w", "require");

  static List<Credentials> unsoundCredentials() {
    String uri = SOUND.uri();
    return List.of(
        new Credentials(null, "h", 5432, "d", "u", "p"),
        new Credentials("javascript:alert(1)", "h", 5432, "d", "u", "p"),
        new Credentials(uri, "h/x?a=b#", 5432, "d", "u", "p"),
        new Credentials(uri, "h", 5432, "d", "u", "p", "disable&a=b"),
        new Credentials(uri, null, 5432, "d", "u", "p"),
        new Credentials(uri, "h\u001b[31m", 5432, "d", "u", "p"),
        new Credentials(uri, "h", 0, "d", "u", "p"),
        new Credentials(uri, "h", 65_536, "d", "u", "p"),
        new Credentials(uri, "h", 5432, "", "u", "p"),
        new Credentials(uri, "h", 5432, "d", "u\r\nSet-Cookie: x", "p"),
        new Credentials(uri, "h", 5432, "d", "u", "p".repeat(10_000)));
  }

  @ParameterizedTest
  @MethodSource("unsoundCredentials")
  void credentials_by_which_nobody_logs_in_are_none(Credentials unsound) {
    assertThatThrownBy(() -> AgentMessageValidator.credentials(unsound))
        .isInstanceOf(DataPlaneException.class);
    assertThat(AgentMessageValidator.credentials(List.of(ID), Map.of(ID, unsound))).isEmpty();
  }

  @Test
  void credentials_are_taken_as_they_are_and_of_those_alone_that_were_asked_for() {
    assertThat(AgentMessageValidator.credentials(SOUND)).isEqualTo(SOUND);
    Map<UUID, Credentials> reported = new HashMap<>(Map.of(ID, SOUND, UUID.randomUUID(), SOUND));
    UUID empty = UUID.randomUUID();
    reported.put(empty, null);

    assertThat(AgentMessageValidator.credentials(List.of(ID, empty, UUID.randomUUID()), reported))
        .isEqualTo(Map.of(ID, SOUND));
  }

  @Test
  void the_uri_is_made_of_the_parts_whatever_the_agent_says() {
    Credentials reported =
        new Credentials(
            "mysql://evil.example:1/d?allowLoadLocalInfile=true&autoDeserialize=true",
            "::1",
            3306,
            "d",
            "u@x",
            "p/w",
            "verify-full");

    Credentials taken = AgentMessageValidator.credentials(reported);

    assertThat(taken.uri()).isEqualTo("mysql://u%40x:p%2Fw@[::1]:3306/d?sslMode=VERIFY_IDENTITY");
    assertThat(taken.jdbcUrl()).isEqualTo("jdbc:mysql://[::1]:3306/d?sslMode=VERIFY_IDENTITY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "h:", ":1", "h:123456", "a b:1", "h:1\n", "h\u202e:1"})
  void what_is_no_endpoint_is_none(String reported) {
    assertThatThrownBy(() -> AgentMessageValidator.endpoint(reported))
        .isInstanceOf(DataPlaneException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "127.0.0.1:5432", "[::1]:5432", "db.example:1", "fake-1.invalid:5432"})
  void endpoints_are_taken_as_they_are(String reported) {
    assertThat(AgentMessageValidator.endpoint(reported)).isEqualTo(reported);
  }

  @Test
  void engines_are_few_and_printable() {
    EngineVersion evil = new EngineVersion("\u001b[2Jpg", "15", Origin.IMAGE, "a\nb");
    List<EngineVersion> many = new ArrayList<>(Arrays.asList(null, evil));
    many.addAll(Collections.nCopies(100_000, evil));

    assertThat(AgentMessageValidator.engines(many))
        .hasSizeLessThan(1_000)
        .containsOnly(new EngineVersion("[2Jpg", "15", Origin.IMAGE, "a b"));
  }

  @Test
  void facts_of_orphans_are_printable() {
    assertThat(
            AgentMessageValidator.facts(
                new Orphan.Facts("a\u0007", new Orphan.Engine("\r", "\n"), null, -1)))
        .isEqualTo(new Orphan.Facts("a", new Orphan.Engine("", ""), null, 0));
  }

  @Test
  void what_an_import_came_to_has_a_possible_handle_and_release() {
    assertThat(AgentMessageValidator.result(ImportResult.UNKNOWN)).isEqualTo(ImportResult.UNKNOWN);
    assertThat(AgentMessageValidator.result(new ImportResult("15", "v-1", -7)))
        .isEqualTo(new ImportResult("15", "v-1", 0));
    assertThatThrownBy(() -> AgentMessageValidator.result(new ImportResult("15", "v\u0000", 7)))
        .isInstanceOf(DataPlaneException.class);
    for (String release : List.of("zz9", "15\n", "99999999999", "-1")) {
      assertThatThrownBy(() -> AgentMessageValidator.result(new ImportResult(release, "v-1", 7)))
          .as(release)
          .isInstanceOf(DataPlaneException.class);
    }
    assertThat(AgentMessageValidator.progress(null)).isEmpty();
    assertThat(AgentMessageValidator.progress(new Progress(-1, -1, "b\n")))
        .hasValue(new Progress(0, 0, "b"));
  }

  @Test
  void an_inventory_names_what_can_be() {
    VersionRef copy = new VersionRef(ID, "shop", 1, "dir:/a b");
    Inventory held =
        new Inventory(
            Set.of(ID), Set.of(), Set.of(), Set.of("v-1"), Set.of(copy), Map.of(ID, "gone\n"));

    assertThat(AgentMessageValidator.inventory(held).damaged()).isEqualTo(Map.of(ID, "gone"));
    assertThat(AgentMessageValidator.inventory(held).copies()).containsExactly(copy);
    for (VersionRef evil :
        List.of(new VersionRef(ID, "", 1, "v"), new VersionRef(ID, "shop", 1, "\u001b"))) {
      assertRefused(Inventory.undamaged(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(evil)));
    }
    assertRefused(Inventory.undamaged(Set.of(), Set.of(), Set.of(), Set.of("v\n"), Set.of()));
  }

  private static void assertRefused(Inventory reported) {
    assertThatThrownBy(() -> AgentMessageValidator.inventory(reported))
        .isInstanceOf(DataPlaneException.class);
  }
}
