package dev.goldenrod.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StartingLockTest {
  @TempDir private Path folder;

  @Test
  @Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_client_that_stands_still_is_not_waited_for() throws Exception {
    Process client =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Client.class.getName(),
                file().toString())
            .start();
    assertThat(client.getInputStream().read()).isEqualTo('+');

    try (StartingLock refused = StartingLock.attempt(folder)) {
      assertThat(refused.isHeld()).isFalse();
    }

    client.getOutputStream().close();
    client.onExit().get(30, TimeUnit.SECONDS);
    try (StartingLock next = StartingLock.attempt(folder)) {
      assertThat(next.isHeld()).isTrue();
    }
  }

  @Test
  void it_keeps_others_out_until_it_is_closed() throws IOException {
    try (StartingLock lock = StartingLock.attempt(folder);
        StartingLock other = StartingLock.attempt(folder)) {
      assertThat(lock.isHeld()).isTrue();
      assertThat(other.isHeld()).isFalse();
    }
    try (FileChannel client = FileChannel.open(file(), StandardOpenOption.WRITE)) {
      assertThat(client.tryLock()).isNotNull();
    }
  }

  /** A process that holds the lock until its standard input ends. */
  static final class Client {
    private Client() {}

    public static void main(String[] arguments) throws IOException {
      try (FileChannel file =
          FileChannel.open(
              Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        System.out.print(file.tryLock() == null ? '-' : '+');
        System.out.flush();
        System.in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private Path file() {
    return folder.resolve("starting.lock");
  }
}
