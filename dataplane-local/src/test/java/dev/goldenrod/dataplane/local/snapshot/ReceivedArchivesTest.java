package dev.goldenrod.dataplane.local.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.port.ArchiveRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which archive is deleted when the limit of archives is reached. */
class ReceivedArchivesTest {
  private static final byte[] BYTES = {1, 2, 3};

  @TempDir Path folder;

  private final UUID next = UUID.randomUUID();
  private final List<UUID> others = new ArrayList<>();
  private final Instant now = Instant.now();
  private ReceivedArchives received;

  @BeforeEach
  void fill() {
    received = new ReceivedArchives(folder);
    for (int i = 0; i < ArchiveRules.MOST_RECEIVED; i++) {
      UUID other = UUID.randomUUID();
      received.append(other, 0, BYTES);
      others.add(other);
    }
  }

  @Test
  void none_gives_way_while_all_are_coming_in() {
    assertThat(received.evictIfFull(next, Set.of(), Set.of(), now)).isEmpty();

    assertThat(received.ids()).containsExactlyInAnyOrderElementsOf(others);
    assertThatThrownBy(() -> received.append(next, 0, BYTES))
        .isInstanceOf(ArchiveRefusedException.class)
        .hasMessageContaining("8 archives are being uploaded");
  }

  @Test
  void one_that_could_not_be_unpacked_gives_way() {
    UUID failed = others.get(3);

    assertThat(received.evictIfFull(next, Set.of(failed), Set.of(), now)).contains(failed);

    received.append(next, 0, BYTES);
    assertThat(received.ids())
        .contains(next)
        .doesNotContain(failed)
        .hasSize(ArchiveRules.MOST_RECEIVED);
  }

  @Test
  void the_one_that_was_left_alone_the_longest_gives_way_unless_it_is_being_unpacked()
      throws Exception {
    age(others.get(1), Duration.ofHours(4));
    age(others.get(2), Duration.ofHours(3));
    age(others.get(3), Duration.ofHours(2));

    assertThat(received.evictIfFull(next, Set.of(), Set.of(others.get(1)), now))
        .contains(others.get(2));
    assertThat(received.ids()).contains(others.get(1), others.get(3));
  }

  @Test
  void the_same_archive_from_its_beginning_takes_no_place_of_another() {
    UUID known = others.get(0);

    assertThat(received.evictIfFull(known, Set.copyOf(others), Set.of(), now)).isEmpty();
  }

  private void age(UUID id, Duration by) throws Exception {
    Files.setLastModifiedTime(folder.resolve(id + ".received"), FileTime.from(now.minus(by)));
  }
}
