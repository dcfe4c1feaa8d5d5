package dev.goldenrod.client;

import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * The TLS of an HTTP client that connects without TLS. The client requires a context, and Java's
 * own takes as long to create as several requests. Each attempt to use TLS throws {@link
 * UnsupportedOperationException}.
 */
final class NoTls extends SSLContextSpi {
  private static final String[] NONE = {};

  private NoTls() {}

  static SSLContext context() {
    return new SSLContext(new NoTls(), null, "none") {};
  }

  /** Called when a client is created. */
  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return new SSLParameters(NONE, NONE);
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return engineGetDefaultSSLParameters();
  }

  @Override
  protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
    throw refusal();
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    throw refusal();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    throw refusal();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    throw refusal();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    throw refusal();
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    throw refusal();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    throw refusal();
  }

  private static UnsupportedOperationException refusal() {
    return new UnsupportedOperationException("the client was created for an http:// address");
  }
}
