package dev.goldenrod.http.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;

/** Starts TLS for clients that use it and answers others in clear text that TLS is required. */
final class TlsDetector extends DetectorConnectionFactory {
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
