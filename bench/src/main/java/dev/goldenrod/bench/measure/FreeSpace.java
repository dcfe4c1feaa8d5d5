package dev.goldenrod.bench.measure;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The free space of a file system, which may release deleted blocks with a delay. */
public record FreeSpace(Path folder) {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int PATIENCE = 60;
  private static final int SAME = 4;

  public static FreeSpace of(Path folder) {
    return new FreeSpace(folder);
  }

  /** Returns the free bytes when they have not changed for some seconds, or after a minute. */
  public long settled() {
    long seen = now();
    int same = 0;
    for (int i = 0; i < PATIENCE && same < SAME; i++) {
      Pause.sleep(PAUSE);
      long next = now();
      same = next == seen ? same + 1 : 0;
      seen = next;
    }
    return seen;
  }

  private long now() {
    Tool.run("sync", "-f", folder.toString());
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the free space of " + folder, e);
    }
  }
}
