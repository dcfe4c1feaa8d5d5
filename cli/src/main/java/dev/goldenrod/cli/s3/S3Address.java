package dev.goldenrod.cli.s3;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The address of an S3 object: {@code s3://BUCKET/KEY}. */
public record S3Address(String bucket, String key) {
  private static final String SCHEME = "s3://";
  private static final String BUCKET = "[A-Za-z0-9][A-Za-z0-9._-]{1,62}";
  private static final int MOST_BYTES = 1024;

  /** Returns whether an address is meant, even with a slash missing. */
  public static boolean isOne(String text) {
    return text.startsWith("s3:/");
  }

  /** Parses an address; throws {@link CliException} if it is not that of an object. */
  public static S3Address parse(String text) {
    String path = text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : "";
    int slash = path.indexOf('/');
    if (slash < 0 || !path.substring(0, slash).matches(BUCKET) || !isKey(path, slash + 1)) {
      throw new CliException(
          ExitCode.USAGE,
          "'%s' is not the address of an object: s3://BUCKET/KEY, as in s3://backups/shop.goldenrod"
              .formatted(text));
    }
    return new S3Address(path.substring(0, slash), path.substring(slash + 1));
  }

  private static boolean isKey(String path, int start) {
    String key = path.substring(start);
    List<String> folders = List.of(key.split("/", -1));
    return !key.isEmpty()
        && !key.endsWith("/")
        && key.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES
        && key.chars().noneMatch(Character::isISOControl)
        && !folders.contains(".")
        && !folders.contains("..");
  }

  @Override
  public String toString() {
    return SCHEME + bucket + "/" + key;
  }
}
