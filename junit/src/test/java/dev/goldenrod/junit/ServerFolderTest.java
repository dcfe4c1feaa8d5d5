package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFolderTest {
  private static final int THREADS = 8;
  private static final int TRIES = 500;

  @TempDir private Path folder;

  @Test
  void tests_that_look_for_the_server_at_once_all_see_it() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Process server = LockHolder.start(data.resolve("server.lock"));
    ExecutorService tests = Executors.newFixedThreadPool(THREADS);
    try {
      Callable<Long> looks =
          () -> {
            long held = 0;
            for (int i = 0; i < TRIES; i++) {
              held += new ServerFolder(folder).isHeld() ? 1 : 0;
            }
            return held;
          };
      List<Callable<Long>> all = IntStream.range(0, THREADS).mapToObj(i -> looks).toList();

      for (Future<Long> seen : tests.invokeAll(all)) {
        assertThat(seen.get()).isEqualTo(TRIES);
      }
    } finally {
      tests.shutdown();
      server.destroy();
      server.waitFor();
    }

    assertThat(new ServerFolder(folder).isHeld()).isFalse();
  }
}
