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
 * Certificates of Goldenrod's own authority, one for each server. They are valid for 90 days, and
 * renewed 30 days before that or when the names or the authority change.
 */
public final class IssuedCertificates implements DatabaseTls {
  private static final Duration VALID = Duration.ofDays(90);
  private static final Duration RENEWED_BEFORE = Duration.ofDays(30);

  private final CertificateAuthority authority;
  private final Set<String> names;
  private final Clock clock;

  /** Creates certificates for listen addresses and public host names of this machine. */
  public IssuedCertificates(CertificateAuthority authority, Collection<String> hosts, Clock clock) {
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
          && authority.hasSigned(certificate)
          && HostNames.subjectNames(certificate).containsAll(names);
    } catch (CertificateException e) {
      return false;
    }
  }
}
