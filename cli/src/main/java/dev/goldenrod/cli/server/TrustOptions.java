package dev.goldenrod.cli.server;

import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for verifying a server's certificate whose authority Java does not know. */
public final class TrustOptions {
  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "PEM file with the authorities to trust instead of Java's.")
  private @Nullable Path ca;

  @Option(
      names = "--fingerprint",
      paramLabel = "SHA256",
      description =
          "Trust only the authority with this fingerprint, which the server printed when it"
              + " started.")
  private @Nullable String fingerprint;

  /**
   * Returns the file with the authorities to trust, which a fingerprint creates; null for neither.
   */
  public @Nullable Path file(Terminal terminal, URI server) {
    return file(terminal, Contexts.name(null, server), server);
  }

  @Nullable Path file(Terminal terminal, String context, URI server) {
    if (fingerprint != null) {
      Path file = UserConfig.folder(terminal).resolve("authorities").resolve(context + ".pem");
      PrivateFiles.write(file, PinnedAuthority.of(server, fingerprint));
      return file;
    }
    return ca == null ? null : ca.toAbsolutePath();
  }
}
