package dev.goldenrod.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Pools;
import dev.goldenrod.control.Sources;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnusedGoldensTest {
  private static final Instant NOW = Instant.now();
  private static final Duration MONTH = Duration.ofDays(30);

  @TempDir private Path folder;

  private final ControlPlane control =
      ControlPlane.builder()
          .store(new InMemoryStore())
          .dataPlane(new FakeDataPlane())
          .build()
          .start();

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void those_that_were_not_used_for_long_go_with_their_pools() throws IOException {
    golden("old", 1, Duration.ofDays(31));
    golden("new", 1, Duration.ofDays(29));
    control.pools().create(control.admin(), new Pools.Create("old", 0, InstanceSize.SMALL, 1));

    remove(Long.MAX_VALUE);

    assertThat(names()).containsExactly("new");
    assertThat(control.pools().list(control.admin())).isEmpty();
  }

  @Test
  void those_that_were_used_longest_ago_go_when_there_is_no_room() throws IOException {
    golden("third", 40, Duration.ofHours(3));
    golden("first", 40, Duration.ofHours(1));
    golden("second", 40, Duration.ofHours(2));

    remove(100);

    assertThat(names()).containsExactly("first", "second");
  }

  @Test
  void one_that_nobody_noted_counts_from_when_it_was_made() {
    register("noted-by-nobody", 1);

    remove(Long.MAX_VALUE);

    assertThat(names()).containsExactly("noted-by-nobody");
  }

  @Test
  void one_that_cannot_be_removed_keeps_no_other() throws IOException {
    golden("gone", 1, Duration.ofDays(31));
    Map<String, Object> source = Map.of("host", "127.0.0.1", "dbname", "shop");
    UUID id =
        control
            .sources()
            .create(control.admin(), new Sources.Create(SourceKind.RDS, source, "shop"))
            .id();
    control.imports().start(control.admin(), new Imports.Start(id, "imported", null));

    remove(-1);

    assertThat(names()).containsExactly("imported");
  }

  private void golden(String name, long bytes, Duration ago) throws IOException {
    register(name, bytes);
    Path file = Files.createFile(folder.resolve(name));
    Files.setLastModifiedTime(file, FileTime.from(NOW.minus(ago)));
  }

  private void register(String name, long bytes) {
    control
        .goldens()
        .register(
            control.admin(),
            new RegisterVersion(name, Substrate.POSTGRES, "", "dir:/somewhere/" + name, bytes));
  }

  private void remove(long mostBytes) {
    new UnusedGoldens(control, folder, MONTH, mostBytes).remove(NOW);
  }

  private List<String> names() {
    return control.goldens().list(control.admin()).stream()
        .map(summary -> summary.golden().name())
        .sorted()
        .toList();
  }
}
