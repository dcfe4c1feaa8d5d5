package dev.goldenrod.dataplane.local.secret;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The secrets in {@code <data-dir>/secrets}. Each is a folder with a file {@code password} and
 * optional files {@code username}, {@code host}, {@code port}, {@code dbname} and {@code user},
 * readable only for the server's user. Thread-safe.
 */
public final class LocalSecrets {
  public static final String FOLDER = "secrets";

  private static final Pattern NAME = Pattern.compile("[a-z0-9.-]{1,253}");
  private static final Pattern LINE_BREAK = Pattern.compile("[\\n\\r\\x00]");
  private static final List<String> OPTIONAL_KEYS =
      List.of("username", "host", "port", "dbname", "user");

  private final Path folder;
  private final MaskingSecrets masking;

  /** The data directory need not exist yet. */
  public LocalSecrets(Path dataDir) {
    this.folder = dataDir.toAbsolutePath().normalize().resolve(FOLDER);
    this.masking = new MaskingSecrets(folder);
  }

  /** Returns the keys of masking, which are beside the secrets of sources. */
  public MaskingSecrets masking() {
    return masking;
  }

  /** Returns the quoted shell command that stores the secret. */
  public String putCommand(String name) {
    return "'goldenrod secret put %s --data-dir %s'".formatted(name, folder.getParent());
  }

  /**
   * Reads the secret.
   *
   * @throws DataPlaneException if the secret does not exist or has no password
   */
  public SourceSecret read(String name) {
    Path secret = folderOf(name);
    try {
      String password = value(secret.resolve("password"));
      if (password == null) {
        throw new DataPlaneException(
            "secret '%s' has no password: file %s does not exist; run %s"
                .formatted(name, secret.resolve("password"), putCommand(name)));
      }
      return new SourceSecret(
          value(secret.resolve("username")),
          password,
          new SecretBinding(
              value(secret.resolve("host")),
              value(secret.resolve("port")),
              value(secret.resolve("dbname")),
              value(secret.resolve("user"))));
    } catch (IOException e) {
      throw new DataPlaneException(
          "secret '%s' cannot be read from %s: %s".formatted(name, secret, e), e);
    }
  }

  /**
   * Stores a secret that may be sent to every source, replacing an existing one.
   *
   * @param username null if the source's configuration names the user
   * @throws DataPlaneException if the name or a value is invalid, or the disk cannot be written
   */
  public void put(String name, @Nullable String username, String password) {
    put(name, new SourceSecret(username, password));
  }

  /**
   * Stores the password of the source's secret, bound to its host, port, database and user.
   *
   * @throws DataPlaneException if the name or a value is invalid, or the disk cannot be written
   */
  public void store(SourceConnection source, String password) {
    SecretBinding binding = SecretBinding.to(source, source.username());
    put(source.secret(), new SourceSecret(null, password, binding));
  }

  /**
   * Stores the secret, replacing an existing one with its binding. Concurrent readers see the old
   * or the new password.
   *
   * @throws DataPlaneException if the name or a value is invalid, or the disk cannot be written
   */
  public void put(String name, SourceSecret value) {
    Path secret = folderOf(name);
    requireLine("password", value.password());
    Map<String, String> present = present(value);
    present.forEach(LocalSecrets::requireLine);
    try {
      OwnerOnly.makeFolder(folder);
      OwnerOnly.makeFolder(secret);
      DurableFile.force(folder.toAbsolutePath().getParent());
      DurableFile.force(folder);
      // In this order, an interruption leaves too strict a binding rather than too loose a one.
      for (Map.Entry<String, String> file : present.entrySet()) {
        write(secret.resolve(file.getKey()), file.getValue());
      }
      write(secret.resolve("password"), value.password());
      for (String key : OPTIONAL_KEYS) {
        if (!present.containsKey(key)) {
          Files.deleteIfExists(secret.resolve(key));
        }
      }
    } catch (IOException e) {
      throw new DataPlaneException(
          "secret '%s' cannot be written to %s: %s".formatted(name, secret, e), e);
    }
  }

  private static Map<String, String> present(SourceSecret value) {
    Map<String, String> present = new TreeMap<>();
    SecretBinding binding = value.binding();
    putPresent(present, "username", value.username());
    putPresent(present, "host", binding.host());
    putPresent(present, "port", binding.port());
    putPresent(present, "dbname", binding.dbname());
    putPresent(present, "user", binding.user());
    return present;
  }

  private static void putPresent(Map<String, String> present, String key, @Nullable String value) {
    if (value != null) {
      present.put(key, value);
    }
  }

  /**
   * Checks the name of a secret.
   *
   * @throws DataPlaneException if the name is invalid
   */
  public static void requireName(String name) {
    if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      throw new DataPlaneException(
          "secret name '%s' must be 1 to 253 characters of a-z 0-9 - . and neither '.' nor '..'"
              .formatted(name));
    }
  }

  private Path folderOf(String name) {
    requireName(name);
    return folder.resolve(name);
  }

  private static void requireLine(String key, String value) {
    if (value.isEmpty() || LINE_BREAK.matcher(value).find()) {
      throw new DataPlaneException("the %s must be a single non-empty line".formatted(key));
    }
  }

  private static @Nullable String value(Path file) throws IOException {
    try {
      // An editor or echo may have added a line break, and no password ends with one.
      String text = Files.readString(file, StandardCharsets.UTF_8).replaceFirst("[\\r\\n]+$", "");
      if (text.isEmpty()) {
        return null;
      }
      requireLine("value in " + file, text);
      return text;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static void write(Path file, String value) throws IOException {
    DurableFile.write(file, (value + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
