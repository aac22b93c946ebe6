import type { Operation } from '@portico/kit/api/operation'
import { accountHealth, deleteAccount, exportData, getUserData, getUserStatistics } from './account/operations.ts'
import type { Market } from './api/context.ts'
import { authHealth } from './auth/health.ts'
import { login } from './auth/login.ts'
import { logout } from './auth/logout.ts'
import { followPasswordReset, requestPasswordReset, resetPassword } from './auth/passwordReset.ts'
import { updatePassword, updateProfile } from './auth/profile.ts'
import { confirmEmail, followConfirmation, resendConfirmation, signup, universities } from './auth/signup.ts'
import { getBook, getSoldBook } from './books/getBook.ts'
import { booksHealth, getAllBooks, getBooksNoToken, getUsersPosts } from './books/list.ts'
import { lookUpIsbn } from './books/lookUp.ts'
import { addPictures, removePicture } from './books/pictures.ts'
import { deleteBook, editBook, postBook, reactivateBook, renewBook, unlistBook } from './books/post.ts'
import { addToCart, clearCart, getCartItems, removeFromCart } from './cart/operations.ts'
import { checkoutCart } from './checkout/checkoutCart.ts'
import { cancelPurchase, getPurchasedBooks, getSoldBooks, getTransactions } from './checkout/sales.ts'
import { getCourse } from './courses/operations.ts'
import {
  extendBookInfo,
  getBookHistory,
  getBooksWithStatus,
  getPurchasedBooksToPay,
  getQueue,
} from './dashboard/books.ts'
import {
  cancelSale,
  chargeBook,
  confirmBook,
  confirmTransaction,
  refundBook,
  rejectBook,
  setBookPaid,
  setBookStatus,
  verifyBook,
} from './dashboard/sales.ts'
import { changeSettings, getSettings } from './dashboard/settings.ts'
import { getStatistics } from './dashboard/statistics.ts'
import {
  getAllTransactions,
  getCompletedTransactions,
  getPendingTransactions,
  getTransactionsByName,
} from './dashboard/transactions.ts'
import { deactivateBooks } from './dashboard/unlistOld.ts'
import {
  dashboardHealth,
  getSpecificUser,
  getUsers,
  isAdmin,
  makeAdmin,
  permissionLv,
  reinstateUser,
  suspendUser,
  unmakeAdmin,
} from './dashboard/users.ts'
import { getDropOff, getDropOffSlip } from './dropOff/operations.ts'
import { getUserMatches } from './matches/getUserMatches.ts'
import { getReportedMessages, keepMessage, removeMessage } from './messages/moderation.ts'
import {
  askSeller,
  getConversation,
  getConversations,
  readConversation,
  reportMessage,
  sendMessage,
} from './messages/operations.ts'
import { getNotifications, readNotifications } from './notices/operations.ts'
import { getPriceHistory } from './prices/operations.ts'
import { deleteRequest, getRequests, requestBook } from './requests/operations.ts'
import { changeSavedSearch, deleteSavedSearch, getSavedSearches, saveSearch } from './savedSearches/operations.ts'
import { search, searchPublic } from './search/operations.ts'

/** Every operation of the marketplace. */
export const operations: readonly Operation<Market>[] = [
  authHealth,
  signup,
  login,
  logout,
  followConfirmation,
  confirmEmail,
  resendConfirmation,
  universities,
  requestPasswordReset,
  followPasswordReset,
  resetPassword,
  updateProfile,
  updatePassword,

  booksHealth,
  getBooksNoToken,
  getAllBooks,
  getBook,
  getSoldBook,
  searchPublic,
  search,
  lookUpIsbn,
  getPriceHistory,
  getCourse,
  askSeller,
  getUsersPosts,
  getUserMatches,
  postBook,
  editBook,
  deleteBook,
  unlistBook,
  reactivateBook,
  renewBook,
  addPictures,
  removePicture,
  requestBook,
  checkoutCart,

  accountHealth,
  getUserData,
  getUserStatistics,
  getRequests,
  deleteRequest,
  saveSearch,
  getSavedSearches,
  changeSavedSearch,
  deleteSavedSearch,
  getCartItems,
  addToCart,
  removeFromCart,
  clearCart,
  getPurchasedBooks,
  getSoldBooks,
  getTransactions,
  cancelPurchase,
  getDropOffSlip,
  getConversations,
  getConversation,
  readConversation,
  sendMessage,
  reportMessage,
  getNotifications,
  readNotifications,
  exportData,
  deleteAccount,

  dashboardHealth,
  permissionLv,
  isAdmin,
  getUsers,
  getSpecificUser,
  makeAdmin,
  unmakeAdmin,
  suspendUser,
  reinstateUser,
  getStatistics,
  getQueue,
  getDropOff,
  getReportedMessages,
  removeMessage,
  keepMessage,
  getBooksWithStatus,
  getPurchasedBooksToPay,
  getBookHistory,
  extendBookInfo,
  getPendingTransactions,
  getCompletedTransactions,
  getAllTransactions,
  getTransactionsByName,
  verifyBook,
  chargeBook,
  confirmBook,
  setBookPaid,
  cancelSale,
  rejectBook,
  refundBook,
  setBookStatus,
  confirmTransaction,
  deactivateBooks,
  getSettings,
  changeSettings,
]
