/**
 * Accounts at issuers of identities, such as a company's single sign-on, and the rules by which
 * they become members. Knows no protocol.
 *
 * <p>Decided in: docs/decisions/0047-identities-that-others-verify.md
 */
@NullMarked
package dev.goldenrod.identity;

import org.jspecify.annotations.NullMarked;
