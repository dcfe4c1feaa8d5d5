package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentDumpTest {
  private static final SourceDump DUMP =
      new SourceDump() {
        @Override
        public byte[] toJson() {
          return new byte[0];
        }

        @Override
        public long load(DataDirectoryContext data, ImportWork work) {
          return 0;
        }
      };

  @TempDir private Path folder;

  @Test
  void the_data_is_created_while_the_source_is_dumped() {
    CountDownLatch dumping = new CountDownLatch(1);
    AtomicBoolean initialised = new AtomicBoolean();

    SourceDump dumped =
        new ConcurrentDump(
                folder,
                () -> {
                  await(dumping);
                  initialised.set(true);
                },
                () -> {
                  dumping.countDown();
                  return DUMP;
                })
            .run();

    assertThat(dumped).isSameAs(DUMP);
    assertThat(initialised).isTrue();
  }

  @Test
  void a_failed_dump_waits_for_the_end_of_the_other_work() {
    CountDownLatch failing = new CountDownLatch(1);
    AtomicBoolean initialised = new AtomicBoolean();

    assertThatThrownBy(
            () ->
                new ConcurrentDump(
                        folder,
                        () -> {
                          await(failing);
                          initialised.set(true);
                        },
                        () -> {
                          failing.countDown();
                          throw new DataPlaneException("no dump");
                        })
                    .run())
        .hasMessage("no dump");
    assertThat(initialised).isTrue();
  }

  @Test
  void data_that_cannot_be_created_ends_the_dump_and_is_the_reason() {
    CountDownLatch dumping = new CountDownLatch(1);

    assertThatThrownBy(
            () ->
                new ConcurrentDump(
                        folder,
                        () -> {
                          await(dumping);
                          throw new DataPlaneException("no initdb");
                        },
                        () -> dumpUntilKilled(dumping))
                    .run())
        .hasMessage("no initdb");
  }

  private SourceDump dumpUntilKilled(CountDownLatch dumping) {
    try {
      Process process = new ProcessBuilder("sleep", "600").directory(folder.toFile()).start();
      dumping.countDown();
      process.waitFor();
      throw new DataPlaneException("pg_dump was killed");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
