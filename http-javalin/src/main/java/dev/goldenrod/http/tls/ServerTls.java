package dev.goldenrod.http.tls;

import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** TLS 1.2 and 1.3 between a connector's network and its HTTP. */
public final class ServerTls {
  private ServerTls() {}

  /**
   * What a connector's connections begin with.
   *
   * @throws IllegalArgumentException when the files hold no certificate that can be used
   */
  public static ConnectionFactory before(HttpConnectionFactory http, IdentityFiles files) {
    // Whether the name is the certificate's own is the client's to check: many come by an address.
    http.getHttpConfiguration().addCustomizer(new SecureRequestCustomizer(false));
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    context.setRenegotiationAllowed(false);
    SslConnectionFactory tls = new SslConnectionFactory(context, http.getProtocol());
    tls.addBean(new CertificateReload(files, context));
    return new TlsDetector(tls);
  }
}
