package dev.goldenrod.dataplane.remote.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PendingChangesTest {
  private final PendingChanges changes = new PendingChanges();
  private final List<UUID> sent = new ArrayList<>();

  @Test
  void what_a_lost_connection_did_not_take_is_sent_over_the_next_one() {
    List<UUID> ids = List.of(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID());
    ids.forEach(changes::add);
    assertThatThrownBy(() -> changes.deliver(this::lose)).hasMessage("the line was cut");

    changes.deliver(sent::add);

    assertThat(sent).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(changes.isEmpty()).isTrue();
  }

  private void lose(UUID id) {
    throw new IllegalStateException("the line was cut");
  }

  @Test
  void what_changes_again_while_it_is_sent_is_sent_again() {
    UUID id = UUID.randomUUID();
    changes.add(id);
    changes.deliver(changes::add);

    changes.deliver(sent::add);

    assertThat(sent).containsExactly(id);
  }
}
