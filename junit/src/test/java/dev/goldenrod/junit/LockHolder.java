package dev.goldenrod.junit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that holds a file lock until its standard input ends. */
final class LockHolder {
  private LockHolder() {}

  public static void main(String[] args) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      System.out.println(lock.isValid());
      System.in.transferTo(System.out);
    }
  }

  static Process start(Path file) throws IOException {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                file.toString())
            .start();
    holder.getInputStream().read();
    return holder;
  }
}
