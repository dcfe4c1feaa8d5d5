package dev.goldenrod.http.tls;

import java.time.Duration;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS 1.2 and 1.3 between a connector's network and its HTTP, of which clients choose the version.
 */
public final class ServerTls {
  /** How many requests one connection of HTTP/2 may have in flight; browsers come with few. */
  private static final int STREAMS = 64;

  /** In idle timeouts: a body has two, what is waited for two, a piece of the answer two. */
  private static final int LONGEST_REQUEST = 6;

  /** As clients name it, which Jetty writes with capitals. */
  private static final String HTTP_1 = "http/1.1";

  private ServerTls() {}

  /**
   * What a connector speaks, from TLS on.
   *
   * @param idleTimeout of connections
   * @throws IllegalArgumentException when the files hold no certificate that can be used
   */
  public static ConnectionFactory[] protocols(
      HttpConnectionFactory http, IdentityFiles files, Duration idleTimeout) {
    HttpConfiguration configuration = http.getHttpConfiguration();
    // Whether the name is the certificate's own is the client's to check: many come by an address.
    configuration.addCustomizer(new SecureRequestCustomizer(false));
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(configuration);
    http2.setMaxConcurrentStreams(STREAMS);
    // Jetty ends a request that waits the second time it was idle for so long.
    http2.setStreamIdleTimeout(idleTimeout.multipliedBy(LONGEST_REQUEST).toMillis());
    http2.setRateControlFactory(new FrameControl.Factory());
    // Agents and tunnels come with HTTP/1.1, and are counted and watched as such.
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
}
