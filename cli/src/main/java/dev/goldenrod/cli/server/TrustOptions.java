package dev.goldenrod.cli.server;

import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for verifying a server's certificate whose authority Java does not know. */
public final class TrustOptions {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int HTTPS = 443;
  private static final int SHA_256_DIGITS = 64;

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
    return file(terminal, Context.nameFor(null, server), server);
  }

  @Nullable Path file(Terminal terminal, String context, URI server) {
    if (fingerprint != null) {
      Path file = UserConfig.folder(terminal).resolve("authorities").resolve(context + ".pem");
      PrivateFiles.write(file, pinned(server, fingerprint));
      return file;
    }
    return ca == null ? null : ca.toAbsolutePath();
  }

  /**
   * Returns the certificate of that fingerprint from the server's chain as PEM. Trusting only this
   * certificate excludes every other server.
   *
   * @param fingerprint in the format of {@code serve} or OpenSSL
   * @throws CliException if the server shows no such certificate
   */
  private static String pinned(URI server, String fingerprint) {
    String wanted = digits(fingerprint);
    if (!"https".equals(server.getScheme())) {
      throw new CliException(
          ExitCode.USAGE, "%s does not use TLS, so it has no certificate".formatted(server));
    }
    try {
      for (Certificate shown : shown(server)) {
        if (sha256(shown).equals(wanted)) {
          return pem(shown);
        }
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new CliException(
          ExitCode.NO_SERVER,
          "cannot get the certificate of %s: %s".formatted(server, e.getMessage()));
    }
    throw new CliException(
        ExitCode.NOT_ALLOWED,
        ("%s has no certificate with that fingerprint: its authority has changed, or another server"
                + " answers in its place")
            .formatted(server));
  }

  private static String digits(String fingerprint) {
    String digits =
        fingerprint.toLowerCase(Locale.ROOT).replaceFirst("^sha256:", "").replace(":", "");
    if (digits.length() != SHA_256_DIGITS || !digits.matches("[0-9a-f]+")) {
      throw new CliException(
          ExitCode.USAGE,
          "'%s' is not a fingerprint: sha256: and 64 hexadecimal digits".formatted(fingerprint));
    }
    return digits;
  }

  private static Certificate[] shown(URI server) throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Onlooker()}, null);
    String host = server.getHost().replaceAll("[\\[\\]]", "");
    int port = server.getPort() < 0 ? HTTPS : server.getPort();
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
      plain.setSoTimeout(PATIENCE_MILLIS);
      SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
      tls.startHandshake();
      return tls.getSession().getPeerCertificates();
    }
  }

  private static String sha256(Certificate certificate) throws GeneralSecurityException {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    return HexFormat.of().formatHex(hash);
  }

  private static String pem(Certificate certificate) throws CertificateEncodingException {
    byte[] lineEnd = "\n".getBytes(StandardCharsets.US_ASCII);
    return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
        .formatted(Base64.getMimeEncoder(64, lineEnd).encodeToString(certificate.getEncoded()));
  }

  /** Accepts every certificate: the connection only reads them and sends nothing. */
  private static final class Onlooker implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
