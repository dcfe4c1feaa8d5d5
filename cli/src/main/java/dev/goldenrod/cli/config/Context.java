package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server that was logged in to.
 *
 * @param url the server's address
 * @param tokenFile the file that holds the token
 * @param tokenId the id of a token that {@code login} made, which {@code logout} ends; null for one
 *     that was given
 * @param ca the authorities that sign the server's certificate, in PEM; null for those that Java
 *     trusts
 */
public record Context(
    String name, URI url, Path tokenFile, @Nullable String tokenId, @Nullable Path ca) {
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
      throw YamlFile.broken(file, "has '%s' where a server's address is to be".formatted(url));
    }
  }

  /** Where a context of that name keeps its token. */
  public static Path tokenFile(Path folder, String name) {
    return folder.resolve("tokens").resolve(name);
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

  /**
   * Returns the token; null after a logout.
   *
   * @throws CliException when the token is that of a server of one's own, and that server does not
   *     listen at its address, or another user of this machine has a socket there
   */
  public @Nullable String token() {
    if (!Files.exists(tokenFile)) {
      return null;
    }
    own().ifPresent(Context::requireListening);
    return PrivateFiles.read(tokenFile);
  }

  private static void requireListening(OwnToken own) {
    own.problem()
        .ifPresent(
            problem -> {
              throw new CliException(ExitCode.NO_SERVER, problem, own.start());
            });
  }

  /** The token as that of a server of one's own; empty for another server. */
  Optional<OwnToken> own() {
    return OwnToken.of(url, tokenFile);
  }

  /**
   * Whether it is that of a server of one's own that is not run by root: its engines run as the
   * same user.
   */
  public boolean hasEnginesOfItsUser() {
    return own().filter(OwnToken::hasEnginesOfItsUser).isPresent();
  }

  /** Whether the token lies in the user's folder, and not in a file of somebody else's. */
  public boolean isTokenOwn(Path folder) {
    return tokenFile.startsWith(folder);
  }

  /** Without the token, which ends here alone. */
  public void forgetToken() {
    PrivateFiles.delete(tokenFile);
  }
}
