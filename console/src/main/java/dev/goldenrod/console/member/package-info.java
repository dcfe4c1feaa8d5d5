/** Pages of members, their accounts, quotas and the audit log. */
@NullMarked
package dev.goldenrod.console.member;

import org.jspecify.annotations.NullMarked;
