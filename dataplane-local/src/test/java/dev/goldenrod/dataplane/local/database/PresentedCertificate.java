package dev.goldenrod.dataplane.local.database;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.Socket;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Reads the certificate that a PostgreSQL server presents, without verifying it. */
final class PresentedCertificate {
  private static final int SSL_REQUEST = 80877103;

  private PresentedCertificate() {}

  static X509Certificate of(int port) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Everybody()}, new SecureRandom());
    try (Socket socket = new Socket("127.0.0.1", port)) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(8);
      out.writeInt(SSL_REQUEST);
      out.flush();
      if (new DataInputStream(socket.getInputStream()).readByte() != 'S') {
        throw new AssertionError("the server speaks no TLS");
      }
      SSLSocket tls =
          (SSLSocket) context.getSocketFactory().createSocket(socket, "127.0.0.1", port, true);
      tls.startHandshake();
      return (X509Certificate) tls.getSession().getPeerCertificates()[0];
    }
  }

  private static final class Everybody implements X509TrustManager {
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
