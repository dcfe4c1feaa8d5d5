package dev.goldenrod.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.control.Instances;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnnotedClonesTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:15:30Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  private final ControlPlane control =
      ControlPlane.builder().store(new InMemoryStore()).dataPlane(new FakeDataPlane()).build();
  private UnnotedClones unnoted;
  private Path client;

  @BeforeEach
  void one_client() throws IOException {
    client = Files.createDirectory(folder.resolve("clients")).resolve("client");
    Files.writeString(client, "");
    unnoted = new UnnotedClones(control, new TestClients(folder));
    control
        .goldens()
        .register(
            control.admin(), new RegisterVersion("shop", Substrate.POSTGRES, "", "dir:/shop", 1));
  }

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void one_that_nobody_notes_within_a_minute_goes() throws IOException {
    launch();
    unnoted.remove(NOW);

    unnoted.remove(NOW.plus(MINUTE).minusSeconds(1));
    assertThat(clones()).hasSize(1);

    unnoted.remove(NOW.plus(MINUTE));
    assertThat(clones()).isEmpty();
  }

  @Test
  void one_that_is_noted_after_a_while_stays() throws IOException {
    UUID clone = launch();
    unnoted.remove(NOW);
    Files.writeString(client, clone + "\n");

    unnoted.remove(NOW.plus(MINUTE));
    unnoted.remove(NOW.plus(MINUTE.multipliedBy(2)));

    assertThat(clones()).containsExactly(clone);
  }

  @Test
  void one_that_was_launched_just_now_has_its_minute() throws IOException {
    unnoted.remove(NOW);
    UUID clone = launch();

    unnoted.remove(NOW.plus(MINUTE));

    assertThat(clones()).containsExactly(clone);
  }

  private UUID launch() {
    return control
        .instances()
        .launch(
            control.admin(), new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("1h"), 0))
        .id();
  }

  private List<UUID> clones() {
    control.runDueOnce();
    control.runDueOnce();
    return control.instances().list(control.admin()).stream().map(Instance::id).toList();
  }
}
