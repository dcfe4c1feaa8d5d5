package dev.goldenrod.image;

import com.google.cloud.tools.jib.api.buildplan.Platform;
import dev.goldenrod.server.UsageException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The platforms of images. */
final class Platforms {
  static final Set<Platform> PUBLISHED =
      new LinkedHashSet<>(List.of(new Platform("amd64", "linux"), new Platform("arm64", "linux")));

  private Platforms() {}

  /** Returns Linux on this machine's architecture. */
  static Platform ofThisMachine() {
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return new Platform(
        switch (machine) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> machine;
        },
        "linux");
  }

  /** Parses a platform such as {@code linux/arm64}, or throws a {@link UsageException}. */
  static Platform parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new UsageException(
          "--platform '%s' must have the form OS/MACHINE, for example linux/amd64".formatted(text));
    }
    return new Platform(parts[1], parts[0]);
  }
}
