package dev.goldenrod.dataplane.local.preparation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the lines of a growing log. Lines of more than 16 MiB are split. */
public final class LogFollower implements AutoCloseable {
  public static final int LONGEST_LINE = 16 << 20;

  private final InputStream input;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private final byte[] buffer = new byte[8192];

  public LogFollower(Path log) {
    try {
      this.input = Files.newInputStream(log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }

  /** Passes on the lines that were completed since the last call. */
  public void forEachNew(Consumer<String> line) {
    try {
      for (int count = input.read(buffer); count > 0; count = input.read(buffer)) {
        accept(count, line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Passes on the last line if it was not completed. */
  public void last(Consumer<String> line) {
    if (begun.size() > 0) {
      flush(line);
    }
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(int count, Consumer<String> line) {
    for (int i = 0; i < count; i++) {
      if (buffer[i] == '\n') {
        flush(line);
      } else {
        begun.write(buffer[i]);
        if (begun.size() == LONGEST_LINE) {
          flush(line);
        }
      }
    }
  }

  private void flush(Consumer<String> line) {
    line.accept(begun.toString(StandardCharsets.UTF_8));
    begun.reset();
  }
}
