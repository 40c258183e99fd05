import type { Module } from '../../platform/module.ts'
import { sellerRoutes } from './routes.ts'
import type { SellerService } from './service.ts'

/** Seller pages and recommendations. */
export const sellersModule = ({ sellers }: { sellers: SellerService }) =>
  ({ handlers: sellerRoutes(sellers) }) satisfies Module
