package dev.goldenrod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordInvariantsTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:15:30Z");
  private static final UUID ID = UUID.randomUUID();

  @Test
  void a_source_keeps_its_own_copy_of_the_config_nulls_included() {
    Map<String, @Nullable Object> config = new HashMap<>();
    config.put("host", "db");
    config.put("note", null);

    Source source = new Source(ID, ID, SourceKind.RDS, config, "", NOW);
    config.clear();

    assertThat(source.config()).containsEntry("host", "db").containsEntry("note", null);
    assertThatThrownBy(() -> source.config().put("x", 1))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void an_audit_event_keeps_its_own_copy_of_the_facts() {
    Map<String, @Nullable Object> facts = new HashMap<>(Map.of("golden", "shop"));

    AuditEvent event = new AuditEvent(ID, ID, "golden.shared", null, "golden/1", facts, NOW);
    facts.clear();

    assertThat(event.metadata()).containsEntry("golden", "shop");
    assertThatThrownBy(() -> event.metadata().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void lists_and_sets_of_others_are_copied() {
    List<String> warnings = new ArrayList<>(List.of("a role"));
    Set<UUID> clones = new HashSet<>(Set.of(ID));

    ImportStatus status = new ImportStatus(ImportPhase.PENDING, "", null, warnings);
    Inventory inventory = Inventory.undamaged(clones, Set.of(), Set.of(), Set.of(), Set.of());
    warnings.clear();
    clones.clear();

    assertThat(status.warnings()).containsExactly("a role");
    assertThat(inventory.databases()).containsExactly(ID);
  }

  @Test
  void a_token_is_valid_until_its_end_and_without_one_for_ever() {
    AccessToken token = token(NOW);

    assertThat(token.isValidAt(NOW.minusMillis(1))).isTrue();
    assertThat(token.isValidAt(NOW)).isFalse();
    assertThat(token(null).isValidAt(Instant.MAX)).isTrue();
  }

  private static AccessToken token(@Nullable Instant end) {
    return new AccessToken(ID, ID, ID, TokenKind.SESSION, "", "00", NOW.minusSeconds(9), end);
  }

  @Test
  void a_cluster_is_online_for_fifteen_seconds_after_it_was_heard_of() {
    assertThat(cluster(NOW).isOnlineAt(NOW.plusSeconds(14))).isTrue();
    assertThat(cluster(NOW).isOnlineAt(NOW.plusSeconds(15))).isFalse();
    assertThat(cluster(null).isOnlineAt(NOW)).isFalse();
  }

  private static Cluster cluster(@Nullable Instant lastSeen) {
    return new Cluster(ID, ID, "c", ClusterKind.AGENT, "agent/1", null, lastSeen, NOW);
  }

  @Test
  void a_pool_keeps_no_negative_number_of_clones_and_at_most_a_hundred() {
    assertThat(pool(1, 100).withTarget(0).target()).isZero();
    assertThatThrownBy(() -> pool(1, 101)).hasMessageContaining("101");
    assertThatThrownBy(() -> pool(1, -1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> pool(-2, 1)).hasMessageContaining("-2");
  }

  private static Pool pool(int version, int target) {
    return new Pool(ID, ID, ID, "shop", version, InstanceSize.SMALL, target, NOW);
  }

  @Test
  void what_must_be_there_is() {
    assertThatThrownBy(() -> new Source(ID, ID, SourceKind.RDS, Map.of(), nothing(), NOW))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> new ImportStatus(nothing(), "", null, List.of()))
        .isInstanceOf(NullPointerException.class);
  }

  private static <T> @Nullable T nothing() {
    return null;
  }
}
