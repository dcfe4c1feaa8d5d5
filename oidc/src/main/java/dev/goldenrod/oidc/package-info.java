/**
 * Single sign-on by OpenID Connect: sends browsers to an issuer, verifies what the issuer says, and
 * asks it again while sessions last.
 *
 * <p>Decided in: docs/decisions/0047-identities-that-others-verify.md
 */
@NullMarked
package dev.goldenrod.oidc;

import org.jspecify.annotations.NullMarked;
