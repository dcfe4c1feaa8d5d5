package dev.goldenrod.http.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Connection factories for TLS 1.2 and 1.3 with HTTP/1.1 and HTTP/2. */
public final class ServerTls {
  /** Maximum number of concurrent requests on an HTTP/2 connection; browsers need few. */
  private static final int STREAMS = 64;

  /** A request may take six idle timeouts: two each for body, wait and write. */
  private static final int LONGEST_REQUEST = 6;

  /** The protocol name that clients send in ALPN; Jetty's name has capitals. */
  private static final String HTTP_1 = "http/1.1";

  private ServerTls() {}

  /**
   * Returns the protocols of a connector, beginning with TLS.
   *
   * @param idleTimeout idle timeout of connections
   * @throws IllegalArgumentException if the files contain no usable certificate
   */
  public static ConnectionFactory[] protocols(
      HttpConnectionFactory http, IdentityFiles files, Duration idleTimeout) {
    HttpConfiguration configuration = http.getHttpConfiguration();
    // No SNI host check: many clients connect by address, and each checks the name itself.
    configuration.addCustomizer(new SecureRequestCustomizer(false));
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(configuration);
    http2.setMaxConcurrentStreams(STREAMS);
    // Jetty fails a waiting request when its stream has been idle for this long a second time.
    http2.setStreamIdleTimeout(idleTimeout.multipliedBy(LONGEST_REQUEST).toMillis());
    http2.setRateControlFactory(new FrameControl.Factory());
    // WebSockets use HTTP/1.1 only, where their connections are counted and watched.
    http2.setConnectProtocolEnabled(false);
    ALPNServerConnectionFactory choice =
        new ALPNServerConnectionFactory(http2.getProtocol(), HTTP_1);
    choice.setDefaultProtocol(http.getProtocol());
    return new ConnectionFactory[] {before(choice, files), choice, http2, http};
  }

  private static ConnectionFactory before(ConnectionFactory next, IdentityFiles files) {
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    context.setRenegotiationAllowed(false);
    context.setCipherComparator(HTTP2Cipher.COMPARATOR);
    SslConnectionFactory tls = new SslConnectionFactory(context, next.getProtocol());
    tls.addBean(new CertificateReload(files, context));
    return new TlsDetector(tls);
  }

  /** Starts TLS for clients that use it and answers others in clear text that TLS is required. */
  private static final class TlsDetector extends DetectorConnectionFactory {
    private static final byte[] REFUSAL = refusal();

    TlsDetector(SslConnectionFactory tls) {
      super(tls);
    }

    private static byte[] refusal() {
      String body = "{\"error\":\"this port speaks TLS; use https\"}";
      return """
          HTTP/1.1 400 Bad Request\r
          Content-Type: application/json\r
          Content-Length: %d\r
          Connection: close\r
          \r
          %s"""
          .formatted(body.length(), body)
          .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    protected void nextProtocol(Connector connector, EndPoint client, ByteBuffer sent) {
      client.write(Callback.from(client::close, client::close), ByteBuffer.wrap(REFUSAL));
    }
  }
}
