package dev.goldenrod.server;

import dev.goldenrod.instance.Ttl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parses the values of options, and reads the files that options name. */
public final class OptionValue {
  private static final Logger LOG = LoggerFactory.getLogger(OptionValue.class);

  private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

  private OptionValue() {}

  /**
   * Parses a whole number from {@code least} to {@code most}.
   *
   * @param expected what the value must be, for the message
   * @throws UsageException if it is malformed or out of range
   */
  static int number(String option, String given, int least, int most, String expected) {
    try {
      int number = Integer.parseInt(given);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw invalid(option, given, expected);
    }
    throw invalid(option, given, expected);
  }

  /**
   * Parses a duration of at least {@code least}.
   *
   * @param expected what the value must be, for the message
   * @throws UsageException if it is malformed or too short
   */
  static Duration duration(String option, String given, Duration least, String expected) {
    return Ttl.parseDuration(given)
        .filter(duration -> duration.compareTo(least) >= 0)
        .orElseThrow(() -> invalid(option, given, expected));
  }

  /** Returns the exception for an invalid value. */
  static UsageException invalid(String option, String given, String expected) {
    return new UsageException("%s is '%s'; it must be %s".formatted(option, given, expected));
  }

  /**
   * Returns the secret of an option, or of the file that the option with the suffix -file names.
   *
   * @param given empty if not set
   * @throws UsageException if both are given, or the file is empty or cannot be read
   */
  public static String secret(String option, String given, @Nullable Path file) {
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
      String secret = readSecret(file);
      if (!secret.isEmpty()) {
        return secret;
      }
    } catch (IOException e) {
      throw new UsageException("%s %s cannot be read: %s".formatted(fileOption, file, e), e);
    }
    throw new UsageException("%s %s is empty".formatted(fileOption, file));
  }

  /** Returns the stripped text of the file; warns once if every user can read the file. */
  static String readSecret(Path file) throws IOException {
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
