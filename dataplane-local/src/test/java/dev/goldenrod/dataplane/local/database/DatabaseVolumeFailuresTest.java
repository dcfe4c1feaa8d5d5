package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.next;
import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.CapturedLog;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases whose volumes are slow or fail, and what is asked of volumes. */
class DatabaseVolumeFailuresTest {
  @TempDir static Path dataDir;
  private static DatabaseFixture fixture;

  @BeforeAll
  static void make_the_golden() throws IOException {
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterAll
  static void take_all_away() {
    fixture.close();
  }

  @Test
  void an_end_while_a_former_volume_is_removed_is_no_trouble() throws InterruptedException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    CountDownLatch removing = new CountDownLatch(1);
    String former = new DatabaseVolume(clone.id(), clone.generation()).name();
    fixture.restart(slow("remove", former, removing));

    String log =
        CapturedLog.of(
            () -> {
              fixture.ready(next(clone));
              removing.await();
              fixture.restart();
            });

    assertThat(log).doesNotContain("cannot remove an old volume");
    fixture.removed(clone);
  }

  @Test
  void an_end_while_a_new_volume_is_brought_onto_the_disk_is_no_trouble()
      throws InterruptedException {
    DatabaseSpec clone = spec();
    CountDownLatch forcing = new CountDownLatch(1);
    fixture.restart(slow("force", new DatabaseVolume(clone.id(), 0).name(), forcing));

    String log =
        CapturedLog.of(
            () -> {
              fixture.databases().ensure(clone);
              forcing.await();
              DatabaseFixture.await("the server runs and waits for the disk")
                  .until(() -> fixture.findPostmaster(clone).isPresent());
              fixture.restart();
            });

    assertThat(log).doesNotContain(clone.id().toString());
    fixture.ready(clone);
    fixture.removed(clone);
  }

  @Test
  void a_new_volume_that_the_disk_does_not_take_is_cloned_again_and_says_nothing_of_its_golden() {
    DatabaseSpec clone = spec();
    AtomicBoolean failed = new AtomicBoolean();
    Runnable failOnce =
        () -> {
          if (!failed.getAndSet(true)) {
            throw new DataPlaneException("cannot bring it onto the disk: Input/output error");
          }
        };
    fixture.restart(odd("force", new DatabaseVolume(clone.id(), 0).name(), failOnce));

    String log = CapturedLog.of(() -> fixture.ready(clone));

    assertThat(log)
        .contains("cannot bring it onto the disk: Input/output error; this will be retried")
        .contains("Removing volume '%s'".formatted(new DatabaseVolume(clone.id(), 0).name()))
        .doesNotContain("may be damaged");
    fixture.restart();
    fixture.removed(clone);
  }

  @Test
  void a_database_stopped_before_its_new_volume_is_on_the_disk_starts_from_a_new_one()
      throws InterruptedException {
    DatabaseSpec clone = spec();
    String volume = new DatabaseVolume(clone.id(), 0).name();
    CountDownLatch forcing = new CountDownLatch(1);
    fixture.restart(slow("force", volume, forcing));
    fixture.databases().ensure(clone);
    forcing.await();
    fixture.restart();

    fixture.databases().ensure(clone.stopped());
    fixture.await(clone, DatabaseState.STOPPED);

    assertThat(fixture.volumes().exists(volume)).isFalse();
    fixture.ready(clone);
    assertThat(fixture.volumes().isUnflushed(volume)).isFalse();
    fixture.removed(clone);
  }

  @Test
  void a_resized_database_keeps_its_volume_which_gets_the_new_limit() {
    DatabaseSpec clone = spec().with(new Resources(256, 256, 0));
    AtomicInteger limits = new AtomicInteger();
    String volume = new DatabaseVolume(clone.id(), 0).name();
    fixture.restart(odd("limit", volume, limits::incrementAndGet));
    fixture.ready(clone);
    Resources more = new Resources(256, 512, 0);

    fixture.databases().resize(clone.id(), more);
    DatabaseFixture.await("it has more")
        .until(() -> fixture.databases().resources(clone.id()), Optional.of(more)::equals);

    assertThat(limits).hasValue(1);
    fixture.restart();
    fixture.removed(clone);
  }

  /** Returns volumes on which one call for one volume blocks until its thread is interrupted. */
  private static VolumeStore slow(String call, String volume, CountDownLatch begun) {
    return odd(
        call,
        volume,
        () -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            throw new DataPlaneException("interrupted", e);
          }
        });
  }

  /** Returns volumes on which one call for one volume runs something else first. */
  private static VolumeStore odd(String call, String volume, Runnable before) {
    return InterceptedVolumes.before(fixture.volumes(), call, volume, before);
  }
}
