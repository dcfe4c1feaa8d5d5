package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A known server and the login there.
 *
 * @param tokenId id of the token that {@code login} created and {@code logout} revokes; null if the
 *     user supplied the token
 * @param ca PEM file of the authorities to trust; null for Java's defaults
 */
public record Context(
    String name, URI url, Path tokenFile, @Nullable String tokenId, @Nullable Path ca) {
  private static final String TOKENS = "tokens";

  static Context of(Map<String, Object> entry, Path folder, Path file) {
    String name = require(entry, "name", file);
    String ca = YamlFile.text(entry.get("ca"));
    return new Context(
        name,
        address(require(entry, "url", file), file),
        folder.resolve(require(entry, "token-file", file)),
        YamlFile.text(entry.get("token-id")),
        ca == null ? null : folder.resolve(ca));
  }

  private static String require(Map<String, Object> entry, String key, Path file) {
    String value = YamlFile.text(entry.get(key));
    if (value == null) {
      throw YamlFile.broken(file, "has a context without '%s'".formatted(key));
    }
    return value;
  }

  private static URI address(String url, Path file) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException malformed) {
      throw YamlFile.broken(file, "has '%s', which is not the address of a server".formatted(url));
    }
  }

  /** Returns the requested name if it is valid; without one, a name derived from the address. */
  public static String nameFor(@Nullable String asked, URI address) {
    if (asked == null) {
      String port = address.getPort() < 0 ? "" : "-" + address.getPort();
      return address.getHost().replaceAll("[^A-Za-z0-9._-]", "") + port;
    }
    if (!asked.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
      throw new CliException(
          ExitCode.USAGE,
          "'%s' is not a valid context name: letters, digits, '.', '_' and '-', 63 at most"
              .formatted(asked));
    }
    return asked;
  }

  public static Path tokenFile(Path folder, String name) {
    return folder.resolve(TOKENS).resolve(name);
  }

  Map<String, Object> asMap(Path folder) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", name);
    entry.put("url", url.toString());
    entry.put("token-file", relative(folder, tokenFile));
    if (tokenId != null) {
      entry.put("token-id", tokenId);
    }
    if (ca != null) {
      entry.put("ca", relative(folder, ca));
    }
    return entry;
  }

  private static String relative(Path folder, Path file) {
    return file.startsWith(folder) ? folder.relativize(file).toString() : file.toString();
  }

  /** Returns whether there is a token, which the server may no longer accept. */
  public boolean isLoggedIn() {
    return Files.exists(tokenFile);
  }

  /**
   * Returns the token; null after a logout.
   *
   * @throws CliException if this is the user's own server and its address is not safe to send the
   *     token to
   */
  @Nullable String token(Terminal terminal) {
    if (!isLoggedIn()) {
      return null;
    }
    adminToken().ifPresent(it -> requireListening(it, terminal));
    return PrivateFiles.read(tokenFile);
  }

  private static void requireListening(AdminTokenFile adminToken, Terminal terminal) {
    adminToken
        .problem()
        .ifPresent(
            problem -> {
              throw new CliException(
                  ExitCode.NO_SERVER, problem, adminToken.startCommand(terminal));
            });
  }

  /** Returns the token file of the user's own server; empty if a login wrote the file. */
  Optional<AdminTokenFile> adminToken() {
    return tokenFile.endsWith(Path.of(TOKENS, name))
        ? Optional.empty()
        : AdminTokenFile.of(url, tokenFile);
  }

  /**
   * Returns whether this is the user's own server and runs, with its engines, as an ordinary user.
   */
  public boolean hasEnginesOfItsUser() {
    return adminToken().filter(AdminTokenFile::hasEnginesOfItsUser).isPresent();
  }

  /** Returns whether this program manages the token file, which is then in the given folder. */
  public boolean isTokenStoredIn(Path folder) {
    return tokenFile.startsWith(folder);
  }

  /** Deletes the token file. The token remains valid on the server. */
  public void forgetToken() {
    PrivateFiles.delete(tokenFile);
  }
}
