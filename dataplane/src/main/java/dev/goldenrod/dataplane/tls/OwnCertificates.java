package dev.goldenrod.dataplane.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * Certificates of an authority of our own, each server's its own one: for ninety days, and another
 * one when a third of them is left, or when the names or the authority changed.
 */
public final class OwnCertificates implements DatabaseTls {
  private static final Duration VALID = Duration.ofDays(90);
  private static final Duration RENEWED_BEFORE = Duration.ofDays(30);

  private final CertificateAuthority authority;
  private final Set<String> names;
  private final Clock clock;

  /**
   * Certificates for servers on this machine.
   *
   * @param hosts that they listen on and that clients are told
   */
  public OwnCertificates(CertificateAuthority authority, Collection<String> hosts, Clock clock) {
    this.authority = authority;
    this.names = HostNames.of(hosts);
    this.clock = clock;
  }

  @Override
  public String sslMode() {
    return "verify-full";
  }

  @Override
  public String authorities() {
    return authority.pem();
  }

  @Override
  public String identity(Optional<String> former) {
    return former.filter(this::isGood).orElseGet(() -> authority.issue(names, VALID));
  }

  private boolean isGood(String pem) {
    try {
      X509Certificate certificate = Pem.certificates(pem).get(0);
      Instant until = certificate.getNotAfter().toInstant();
      return clock.instant().isBefore(until.minus(RENEWED_BEFORE))
          && authority.signed(certificate)
          && HostNames.in(certificate).containsAll(names);
    } catch (CertificateException e) {
      return false;
    }
  }
}
