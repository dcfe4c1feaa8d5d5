package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens volume stores without first testing that volumes work, which takes most of the time. */
public final class TestStores {
  private static final String RECORD = "volume-store";

  private static @Nullable String best;

  private TestStores() {}

  /** Opens the store as a server does whose volumes are of the kind already. */
  public static VolumeStore open(LocalRoot root, RunAs runAs, String kind) {
    try {
      Path record = root.path().resolve(RECORD);
      DurableFile.write(record, kind.getBytes(StandardCharsets.US_ASCII));
      return VolumeStores.Kind.named(kind).open(new VolumeContext(root, runAs));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Opens a store of the best kind for the tests' temporary folder, determined once per process.
   *
   * @param root in the temporary folder, of a data directory without volumes
   */
  public static synchronized VolumeStore openBest(LocalRoot root, RunAs runAs) {
    if (best != null) {
      return open(root, runAs, best);
    }
    try {
      VolumeStore store = VolumeStores.open(root, runAs, null);
      best = Files.readString(root.path().resolve(RECORD)).strip();
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
