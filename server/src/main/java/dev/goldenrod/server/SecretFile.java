package dev.goldenrod.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads secrets that are given as an option or in a file named by an option. */
public final class SecretFile {
  private static final Logger LOG = LoggerFactory.getLogger(SecretFile.class);

  private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

  private SecretFile() {}

  /**
   * Returns the secret of an option, or of the file that the option with the suffix -file names.
   *
   * @param given empty if not set
   * @throws UsageException if both are given, or the file is empty or cannot be read
   */
  public static String value(String option, String given, @Nullable Path file) {
    if (file == null) {
      return given;
    }
    String fileOption = option + "-file";
    if (!given.isEmpty()) {
      throw new UsageException(
          "%s and %s (or %s) are both given; leave one out"
              .formatted(fileOption, option, EnvironmentDefaults.variable(option)));
    }
    try {
      String secret = read(file);
      if (!secret.isEmpty()) {
        return secret;
      }
    } catch (IOException e) {
      throw new UsageException("%s %s cannot be read: %s".formatted(fileOption, file, e), e);
    }
    throw new UsageException("%s %s is empty".formatted(fileOption, file));
  }

  /** Returns the stripped text of the file; warns once if every user can read the file. */
  static String read(Path file) throws IOException {
    if (Files.getFileStore(file).supportsFileAttributeView("posix")
        && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)
        && WARNED.add(file)) {
      LOG.warn(
          "Every user of this machine can read the secret in {}, change that with: chmod o= {}",
          file,
          file);
    }
    return Files.readString(file).strip();
  }
}
